#!/bin/sh
# Starts the full browser at $FULL_CHROMIUM without what no test looks at: the address bar's pop-ups, which
# are pages with a process of their own in each context, and a process in reserve. Chromium obeys only the
# last --disable-features, so these are added to Playwright's.
left=$#
while [ "$left" -gt 0 ]; do
  case $1 in
    --disable-features=*)
      set -- "$@" "$1,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess"
      ;;
    *) set -- "$@" "$1" ;;
  esac
  shift
  left=$((left - 1))
done
exec "$FULL_CHROMIUM" "$@"
