#!/bin/sh
# Draws every Art/*.svg as Public/images/NAME.png, NAME@2x.png and NAME@3x.png.
#
#   Art/export.sh            writes the files that changed
#   Art/export.sh --check    writes nothing; names the files that differ from their source and fails
#
# Needs rsvg-convert (Debian: librsvg2-bin). The same version gives the same bytes.
set -eu
cd "$(dirname "$0")"
target=../Public/images
drawn=$(mktemp -d)
trap 'rm -rf "$drawn"' EXIT
status=0
for source in *.svg; do
    name=${source%.svg}
    for scale in 1 2 3; do
        suffix=
        [ "$scale" = 1 ] || suffix="@${scale}x"
        file="$name$suffix.png"
        rsvg-convert --zoom "$scale" --format png --output "$drawn/$file" "$source"
        cmp -s "$drawn/$file" "$target/$file" && continue
        if [ "${1:-}" = --check ]; then
            echo "Public/images/$file differs from Art/$source: run Art/export.sh" >&2
            status=1
        else
            mv "$drawn/$file" "$target/$file"
            echo "Public/images/$file"
        fi
    done
done
exit "$status"
