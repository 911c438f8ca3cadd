#!/bin/sh
# A shell that never answers.
exec sleep 600
