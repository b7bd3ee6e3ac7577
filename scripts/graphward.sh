# Shell functions to call Graphward, for any POSIX shell with "local". Needs curl, od and openssl. Use it as
#
#   export GRAPHWARD_URL=http://127.0.0.1:8080 GRAPHWARD_TOKEN_ID=... GRAPHWARD_TOKEN_KEY=...
#   . scripts/graphward.sh
#   gw_signed GET /api/v2/saml
#   gw_signed POST /api/v2/custom-nodes '{"custom_types":{"Printer":{"icon":{"type":"font-awesome","name":"print"}}}}'
#   GRAPHWARD_TOKEN=$(gw_login admin 'the password')
#   gw_bearer GET '/api/v2/events?limit=5' | gw_value id
#   gw_signed POST /api/v2/file-upload/1 @collected.zip application/zip
#
# Each call prints the body of the answer and ends with 1 if its status is 400 or above.
#
# If SIGNATURE_KEYWORDS of the service does not contain svcsignature, set GRAPHWARD_KEYWORD to one of its keywords.

_gw_hmac() { # key as hex; the message on standard input; prints the digest as hex
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" -hex | sed 's/^.*= *//'
}

_gw_body() { # a body, or @ and the name of a file
  case $1 in
    @*) cat "${1#@}" ;;
    *) printf '%s' "$1" ;;
  esac
}

_gw_call() { # method, target, body or @file or nothing, type of the body, options of curl
  local method=$1 target=$2 body=$3 type=$4 answer status
  shift 4
  case $body in
    @*) set -- "$@" -T "${body#@}" ;;
    ?*) set -- "$@" --data-raw "$body" ;;
  esac
  # A variable cannot hold a binary answer. Older versions of curl lack --fail-with-body.
  answer=$(mktemp) || return 1
  status=$(curl -sS -X "$method" -H "Content-Type: $type" "$@" -o "$answer" -w '%{http_code}' "$GRAPHWARD_URL$target") || status=599
  cat "$answer"
  rm -f "$answer"
  if [ -t 1 ]; then echo; fi
  [ "$status" -lt 400 ]
}

gw_signature() { # key, method, target, request date, body or @file; prints the value of the Signature header
  local key operation hour
  key=$(printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n')
  operation=$(printf '%s%s' "$2" "$3" | _gw_hmac "$key")
  hour=$(printf '%.13s' "$4" | _gw_hmac "$operation")
  _gw_body "$5" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hour" -binary | openssl base64 -A
}

gw_signed() { # method, target, [body or @file], [type of the body]
  local date signature
  date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  signature=$(gw_signature "$GRAPHWARD_TOKEN_KEY" "$1" "$2" "$date" "${3-}")
  _gw_call "$1" "$2" "${3-}" "${4-application/json}" -H "Authorization: ${GRAPHWARD_KEYWORD:-svcsignature} $GRAPHWARD_TOKEN_ID" \
    -H "RequestDate: $date" -H "Signature: $signature"
}

gw_bearer() { # method, target, [body or @file], [type of the body]
  _gw_call "$1" "$2" "${3-}" "${4-application/json}" -H "Authorization: Bearer $GRAPHWARD_TOKEN"
}

gw_login() { # user name, password; prints the session token, or the answer on standard error
  local secret answer
  secret=$(printf '%s' "$2" | sed 's/[\\"]/\\&/g')
  answer=$(curl -sS -H 'Content-Type: application/json' "$GRAPHWARD_URL/api/v2/login" \
    --data-raw "{\"login_method\":\"secret\",\"username\":\"$1\",\"secret\":\"$secret\"}")
  case $answer in
    *'"session_token":"'*) printf '%s\n' "$answer" | sed 's/.*"session_token":"\([^"]*\)".*/\1/' ;;
    *) printf '%s\n' "$answer" >&2; return 1 ;;
  esac
}

gw_value() { # name; prints the first value of this name of the JSON on standard input, a text or a number
  grep -o "\"$1\":\"\{0,1\}[^\",}]*" | head -n 1 | sed 's/^"[^"]*":"\{0,1\}//'
}
