#!/bin/sh
# What a careful user would script with the usual programs: record until arecord is interrupted, then one service after
# the other, the speech played while it arrives.
#
#   script.sh cloud URL FROM TO      an OpenAI-compatible service
#   script.sh engine SOCKET FROM TO  the built-in engine
set -eu
kind=$1 place=$2 from=$3 to=$4

record() { arecord -q -t wav -f S16_LE -r 16000 -c 1 --buffer-time=100000 --period-time=20000 -; }

case $kind in
  cloud)
    heard=$(record | curl -s -F model=whisper-1 -F response_format=text -F language="$from" \
      -F 'file=@-;filename=speech.wav;type=audio/wav' "$place/audio/transcriptions")
    translated=$(jq -n --arg to "$to" --arg text "$heard" '{model: "gpt-4o-mini", messages: [
        {role: "system", content: ("Translate the field text into " + $to)},
        {role: "user", content: ({text: $text} | tojson)}]}' |
      curl -s -H 'Content-Type: application/json' -d @- "$place/chat/completions" |
      jq -r '.choices[0].message.content')
    jq -n --arg text "$translated" '{model: "tts-1", voice: "alloy", input: $text, response_format: "mp3"}' |
      curl -s -N -H 'Content-Type: application/json' -d @- "$place/audio/speech" | mpg123 -q -o alsa - ;;
  engine)
    heard=$(record | curl -s --unix-socket "$place" -F model=whisper-1 -F response_format=text -F language="$from" \
      -F 'file=@-;filename=speech.wav;type=audio/wav' http://localhost/v1/audio/transcriptions)
    translated=$(jq -n --arg from "$from" --arg to "$to" --arg text "$heard" '{q: $text, source: $from, target: $to}' |
      curl -s --unix-socket "$place" -H 'Content-Type: application/json' -d @- http://localhost/translate |
      jq -r .translatedText)
    jq -n --arg text "$translated" --arg to "$to" \
      '{model: "tts-1", voice: "alloy", input: $text, language: $to, response_format: "mp3"}' |
      curl -s -N --unix-socket "$place" -H 'Content-Type: application/json' -d @- http://localhost/v1/audio/speech |
      mpg123 -q -o alsa - ;;
esac
