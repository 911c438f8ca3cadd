#!/bin/sh
# Makes the files beside it anew, with Debian 12's libsixel-bin 1.10.3, chafa 1.12.4 and imagemagick
# 6.9.11: images as sixels by each of them, and the pixels that libsixel's decoder finds in each.
# hand-*.six are made by hand.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
convert-im6 -size 61x45 gradient:red-blue -fill white -draw 'rectangle 35,25 54,39' \
  -fill '#00ff00' -draw 'circle 18,16 18,27' -fill black -draw 'line 0,44 60,0' "$work/source.png"
convert-im6 -size 61x45 xc:none -fill '#c04010' -draw 'circle 30,22 30,4' \
  -fill '#1040c0' -draw 'rectangle 26,18 34,26' "$work/clear.png"
cd "$work"
img2sixel source.png >libsixel.six
img2sixel -p 16 source.png >libsixel-16.six
img2sixel -t hls -p 32 source.png >libsixel-hls.six
img2sixel -E size source.png >libsixel-size.six
img2sixel clear.png >libsixel-clear.six
chafa -f sixel -s 10x10 source.png >chafa.six
convert-im6 source.png sixel:magick.six
convert-im6 clear.png sixel:magick-clear.six
cd "$OLDPWD"
cp "$work"/*.six .
for file in *.six; do
  sixel2png -i "$file" -o "$work/decoded.png"
  convert-im6 "$work/decoded.png" -alpha off -depth 8 "png24:${file%.six}.png"
done
