# docs/hooks.md is what generate.py makes of hooks.toml.
execute_process(COMMAND ${PYTHON} ${SOURCE}/shim/interpose/generate.py ${SOURCE}/shim/hooks.toml --docs hooks.md.now
                RESULT_VARIABLE failed)
file(READ hooks.md.now now)
file(READ ${SOURCE}/docs/hooks.md kept)
if(failed OR NOT now STREQUAL kept)
  message(FATAL_ERROR "docs/hooks.md is out of date: shim/interpose/generate.py shim/hooks.toml --docs docs/hooks.md")
endif()
