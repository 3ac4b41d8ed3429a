#!/usr/bin/env bash
# Runs clang-tidy over product sources and remembers, by content, what it found clean.
# SPDX-License-Identifier: Apache-2.0
#
# usage: cmake/tidy.sh --build DIR [--seconds N] [FILE...]
#   DIR has a compile_commands.json. Without FILEs: every product source in it. A header among the
#   FILEs is checked through the source of the same name, or else a source that includes it.
#   After N seconds no further file is begun; the number of those left is printed.
#
# clang-tidy costs 10 to 18 s per file. A file is clean again without running it when the same text
# was found clean before: its own, that of all headers of ours it reaches, its compile command, the
# configuration, and the versions of clang-tidy and of the libraries.
set -euo pipefail

build='' seconds=0 files=()
while [ $# -gt 0 ]; do
  case $1 in
    --build) build=$2 && shift 2 ;;
    --seconds) seconds=$2 && shift 2 ;;
    *) files+=("$1") && shift ;;
  esac
done
root=$(pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/spotgrid/tidy
mkdir -p "$cache"
product='^(main\.cpp |(sim|models|traces|scenarios|analysis|commands)/)'

# Prints "key path" for each product source of the build.
keys() {
  local environment
  environment=$({
    cat .clang-tidy
    clang-tidy --version
    dpkg-query -W -f '${Package} ${Version}\n' 'libsimgrid*' 'libboost*-dev' 'libfmt*' \
      'nlohmann*' 'libcli11*' 'libeigen3*' 'libhowardhinnant*' 'libstdc++-*-dev' 2>/dev/null || true
  } | sha256sum | cut -c 1-64)
  git ls-files --cached --others --exclude-standard --deduplicate -- '*.cpp' '*.hpp' >"$work/all"
  while IFS= read -r file; do if [ -f "$file" ]; then printf '%s\n' "$file"; fi; done \
    <"$work/all" >"$work/here"
  git hash-object --stdin-paths <"$work/here" >"$work/blobs"
  paste -d ' ' "$work/blobs" "$work/here" >"$work/hashes"
  xargs -r -d '\n' grep -HoE '^ *# *include +"[^"]+"' <"$work/here" |
    sed -E 's/^([^:]*):[^"]*"([^"]*)"/\1 \2/' >"$work/includes" || true
  # One entry per line: the file (from the root), then its command with the root taken out.
  sed -nE 's/^ *"command": "(.*)",$/\1/p; s/^ *"file": "(.*)",?$/\n\1/p' \
    "$build/compile_commands.json" |
    awk -v root="$root/" 'NF == 0 { getline file; sub(root, "", file); gsub(root, "", command)
                                    gsub(substr(root, 1, length(root) - 1), "", command)
                                    print file " " command; next } { command = $0 }' |
    grep -E "$product" >"$work/commands" || true
  awk '
    FILENAME == ARGV[1] { hash[$2] = $1; next }
    FILENAME == ARGV[2] { includes[$1] = includes[$1] " " $2; next }
    { delete seen; text = ""; reach($1); print $1 " " $0 text }
    function reach(file,   names, count, i) {
      if (file in seen) return
      seen[file] = 1
      text = text " " file ":" hash[file]
      count = split(includes[file], names, " ")
      for (i = 1; i <= count; ++i) reach(names[i])
    }' "$work/hashes" "$work/includes" "$work/commands" |
    while read -r file text; do
      printf '%s %s\n' "$(printf '%s %s' "$environment" "$text" | sha256sum | cut -c 1-64)" "$file"
    done
}

# The source through which a changed file is checked.
source_of() {
  local stem=${1%.?pp}
  if [ -f "$stem.cpp" ]; then
    printf '%s\n' "$stem.cpp"
  else
    awk -v header="$1" '$2 == header && $1 ~ /\.cpp$/ && !found++ { print $1 }' "$work/includes"
  fi
}

tidy_one() {
  local key=$1 file=$2
  if [ "$deadline" -gt 0 ] && [ "$(date +%s)" -ge "$deadline" ]; then
    printf '%s\n' "$file" >>"$work/left"
  elif clang-tidy --quiet -p "$build" "$file" >"$work/$key" 2>&1; then
    touch "$cache/$key"
    printf 'tidy  %s\n' "$file"
  else
    printf '%s\n' "$file" >>"$work/bad"
    printf 'tidy  %s\n%s\n' "$file" "$(grep -vE '^[0-9]+ warnings? (generated|treated)' "$work/$key")"
  fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
deadline=0
if [ "$seconds" -gt 0 ]; then deadline=$(($(date +%s) + seconds)); fi
export -f tidy_one
export build cache work deadline

keys >"$work/keys"
if [ ${#files[@]} -gt 0 ]; then
  for file in "${files[@]}"; do source_of "$file"; done >"$work/wanted"
  awk 'FILENAME == ARGV[1] { wanted[$1]; next } $2 in wanted' "$work/wanted" "$work/keys" \
    >"$work/chosen"
else
  cp "$work/keys" "$work/chosen"
fi
while read -r key file; do
  if [ ! -e "$cache/$key" ]; then printf '%s %s\n' "$key" "$file"; fi
done <"$work/chosen" >"$work/todo"
printf 'tidy: %d files, %d to look at\n' "$(wc -l <"$work/chosen")" "$(wc -l <"$work/todo")"
# shellcheck disable=SC2016 # the inner shell expands them
xargs -r -P 2 -L 1 bash -c 'tidy_one "$1" "$2"' tidy_one <"$work/todo"
if [ -s "$work/left" ]; then printf 'tidy: %d files left to CI\n' "$(wc -l <"$work/left")"; fi
if [ -s "$work/bad" ]; then
  printf 'tidy: %d files with findings\n' "$(wc -l <"$work/bad")"
  exit 1
fi
