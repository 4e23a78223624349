-- Rows as version 1 wrote them; the tables come from its migration.
INSERT INTO teams VALUES ('perf');
INSERT INTO runs VALUES ('perf', '01JD8Z6K3M5TQX9V2R7C0WHB4N', 'h200', 'baseline', 1772359200000000, NULL, 'RUNNING', '[]',
    '[{"name":"gpu","url":"http://gpu-1:8000","model":"llama","scrapeUrls":[]}]', '["a"]', 4, '{}', 'aa', 'bb', 7,
    'tidemark run plan.yaml', '0.1.0', '{}', '{"max_num_seqs":"64"}', 1772359200000000);
INSERT INTO sink_offsets VALUES ('perf', 'control', 0, 'id', 42);
