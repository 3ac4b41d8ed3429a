# Every DIRECTORY/<name>.cpp defines `Entry<INTERFACE> NAMESPACE::<name>()`. Compiles them all into
# TARGET and writes the table from <name> to entry, so that adding a choice is adding its file.
# The table is `std::span<const NamedEntry<INTERFACE>> NAMESPACE::catalogue()`, sorted by name.
function(add_catalogue target directory namespace interface header)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${directory}/*.cpp)
  list(SORT sources)
  set(declarations "")
  set(rows "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    string(APPEND declarations "Entry<${interface}> ${name}();\n")
    string(APPEND rows "      {\"${name}\", ${name}()},\n")
  endforeach()
  list(LENGTH sources count)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${directory}/catalogue.cpp)
  file(CONFIGURE OUTPUT ${table} @ONLY CONTENT
"// Written by add_catalogue() from the files of @directory@/. Do not edit.
#include <array>
#include <span>

#include \"@header@\"

namespace spotgrid::@namespace@ {
@declarations@
std::span<const NamedEntry<@interface@>> catalogue() {
  static const std::array<NamedEntry<@interface@>, @count@> entries = {{
@rows@  }};
  return entries;
}
}  // namespace spotgrid::@namespace@
")
  target_sources(${target} PRIVATE ${sources} ${table})
endfunction()

# Builds every DIRECTORY/*.json into TARGET as text:
# `std::span<const DataFile> NAMESPACE::files()`, sorted by name (the file's name without .json).
# Suffixes may be named behind it ("json" "csv"); then names keep theirs.
function(add_data_catalogue target directory namespace)
  set(suffixes json)
  if(ARGN)
    set(suffixes ${ARGN})
  endif()
  set(sources "")
  foreach(suffix IN LISTS suffixes)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${directory}/*.${suffix})
    list(APPEND sources ${found})
  endforeach()
  list(SORT sources)
  set(rows "")
  foreach(source IN LISTS sources)
    if(ARGN)
      get_filename_component(name ${source} NAME)
    else()
      get_filename_component(name ${source} NAME_WLE)
    endif()
    file(READ ${source} text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    string(APPEND rows "      {\"${name}\", R\"spotgrid(${text})spotgrid\"},\n")
  endforeach()
  list(LENGTH sources count)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${directory}/files.cpp)
  file(CONFIGURE OUTPUT ${table} @ONLY CONTENT
"// Written by add_data_catalogue() from the files of @directory@/. Do not edit.
#include <array>
#include <span>

#include \"sim/base/data_file.hpp\"

namespace spotgrid::@namespace@ {
std::span<const DataFile> files() {
  static const std::array<DataFile, @count@> all = {{
@rows@  }};
  return all;
}
}  // namespace spotgrid::@namespace@
")
  target_sources(${target} PRIVATE ${table})
endfunction()
