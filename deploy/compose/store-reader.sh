#!/bin/bash
# Makes the login of the console, which reads every table and writes none. The image of PostgreSQL runs it when its volume is new. Of a store with teams
# (docs/operate/add-a-team.md#the-store) it sees the rows of those whose reader it is: GRANT tidemark_perf_reader TO tidemark_reader.
set -euo pipefail
psql -q -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$(cat /run/secrets/reader-password)" <<'SQL'
CREATE ROLE tidemark_reader LOGIN PASSWORD :'password';
GRANT pg_read_all_data TO tidemark_reader;
SQL
