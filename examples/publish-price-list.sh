#!/bin/sh
# Checks or publishes a price list of a repository, with curl and jq:
#
#   publish-price-list.sh check LIST [EXTENSION]      # for pull requests
#   publish-price-list.sh publish LIST [EXTENSION]    # after the merge; GIT_COMMIT is the commit
#
# ORIGIN is the origin of App Versions, APP_VERSIONS_KEY a key of the role product. The check prints what changes for how many
# accounts. For a list with problems, it prints these as FILE:LINE:COLUMN and fails.
set -eu

api() {
  path=$1
  shift
  curl -sS --fail-with-body -H "Authorization: Bearer $APP_VERSIONS_KEY" -H 'Content-Type: application/json' "$@" \
    "$ORIGIN/api/catalog/$path"
}

body=$(jq -n --rawfile source "$2" --rawfile extension "${3:-/dev/null}" \
  '{source: $source} + if $extension == "" then {} else {extension: $extension} end')

case $1 in
  check)
    check=$(printf '%s' "$body" | api check --data-binary @-)
    printf '%s' "$check" | jq -r --arg source "$2" --arg extension "${3:-}" '.data.problems[] |
      "\(if .file == "source" then $source else $extension end):\(.line // 1):\(.column // 1): \(.path): \(.message)"'
    printf '%s' "$check" | jq -e '.data.problems == []' > /dev/null
    printf '%s' "$check" | jq -r '.data.difference.versions[] | "\(.title): \(.kind), \(.accounts) accounts \(.decision // "")"'
    ;;
  publish)
    edition=$(printf '%s' "$body" | api editions -H "Idempotency-Key: $GIT_COMMIT" --data-binary @-)
    id=$(printf '%s' "$edition" | jq -r .data.id)
    api "editions/$id/publish" -H "Idempotency-Key: $GIT_COMMIT publish" -d "{\"note\": \"$GIT_COMMIT\"}"
    ;;
esac
