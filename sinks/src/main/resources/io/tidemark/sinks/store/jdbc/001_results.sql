-- Times are microseconds since 1970 (..._micros), durations nanoseconds (..._nanos); lists and maps are JSON.
-- appended_micros is when the broker took the record: retention counts from it.

CREATE TABLE teams (
    team TEXT NOT NULL PRIMARY KEY
) STRICT;

CREATE TABLE runs (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    started_micros INTEGER NOT NULL,
    ended_micros INTEGER,
    status TEXT NOT NULL,
    invalid_reasons TEXT NOT NULL,
    targets TEXT NOT NULL,
    lanes TEXT NOT NULL,
    step_count INTEGER NOT NULL,
    plan TEXT NOT NULL,
    plan_hash TEXT NOT NULL,
    workload_hash TEXT NOT NULL,
    seed INTEGER NOT NULL,
    command TEXT NOT NULL,
    tool_version TEXT NOT NULL,
    labels TEXT NOT NULL,
    phase_config TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run)
) STRICT;
CREATE INDEX runs_started ON runs (started_micros);
CREATE INDEX runs_phase ON runs (team, experiment, phase);

CREATE TABLE phases (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    declared_config TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, experiment, phase)
) STRICT;

CREATE TABLE objectives (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    metric TEXT NOT NULL,
    quantile REAL,
    limit_nanos INTEGER NOT NULL,
    max_bad_ratio REAL,
    good_limits_nanos TEXT NOT NULL,
    window_seconds INTEGER NOT NULL,
    for_seconds INTEGER NOT NULL,
    clear_seconds INTEGER NOT NULL,
    clear_ratio REAL,
    min_count INTEGER NOT NULL,
    request_class TEXT NOT NULL,
    removed INTEGER NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run, name)
) STRICT;

CREATE TABLE steps (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    load_kind TEXT NOT NULL,
    load REAL,
    arrivals TEXT NOT NULL,
    drawn_per_second REAL,
    started_micros INTEGER NOT NULL,
    measure_from_micros INTEGER NOT NULL,
    measure_until_micros INTEGER,
    ended_micros INTEGER,
    requests_by_lane TEXT NOT NULL,
    measured_by_lane TEXT NOT NULL,
    sent INTEGER NOT NULL,
    planned_requests INTEGER NOT NULL,
    schedule_lag_p99_nanos INTEGER,
    in_flight_peak INTEGER,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run, step)
) STRICT;

CREATE TABLE requests (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    lane TEXT NOT NULL,
    lane_seq INTEGER NOT NULL,
    request TEXT NOT NULL,
    step INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    conversation TEXT,
    turn INTEGER NOT NULL,
    api_kind TEXT NOT NULL,
    part TEXT NOT NULL,
    streaming INTEGER NOT NULL,
    model TEXT NOT NULL,
    due_micros INTEGER NOT NULL,
    sent_nanos INTEGER,
    connect_start_nanos INTEGER,
    connect_end_nanos INTEGER,
    tls_start_nanos INTEGER,
    tls_end_nanos INTEGER,
    first_byte_nanos INTEGER,
    first_role_nanos INTEGER,
    first_reasoning_nanos INTEGER,
    first_content_nanos INTEGER,
    first_tool_nanos INTEGER,
    first_token_nanos INTEGER,
    last_token_nanos INTEGER,
    end_nanos INTEGER,
    connection_reused INTEGER NOT NULL,
    http_version TEXT NOT NULL,
    remote_address TEXT,
    http_status INTEGER,
    response_headers TEXT NOT NULL,
    outcome TEXT NOT NULL,
    error_type TEXT,
    error_code TEXT,
    finish_reason TEXT NOT NULL,
    prompt_tokens INTEGER,
    cached_tokens INTEGER,
    reasoning_tokens INTEGER,
    output_tokens INTEGER,
    token_source TEXT NOT NULL,
    planned_prompt_tokens INTEGER,
    planned_output_tokens INTEGER,
    chunk_count INTEGER NOT NULL,
    bytes_received INTEGER NOT NULL,
    itl_sketch BLOB NOT NULL,
    image_count INTEGER NOT NULL,
    audio_count INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    ttft_nanos INTEGER,
    ttft_due_nanos INTEGER,
    tpot_nanos INTEGER,
    e2e_nanos INTEGER,
    queue_time_nanos INTEGER,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run, lane, lane_seq)
) STRICT;
CREATE INDEX requests_step ON requests (team, run, step, part, outcome);
CREATE INDEX requests_appended ON requests (appended_micros);

CREATE TABLE step_results (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    workload_hash TEXT NOT NULL,
    finality TEXT NOT NULL,
    load_kind TEXT NOT NULL,
    load REAL,
    drawn_per_second REAL,
    measure_from_micros INTEGER NOT NULL,
    measure_until_micros INTEGER,
    due INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    ok INTEGER NOT NULL,
    outcomes TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    schedule_lag_p99_nanos INTEGER,
    in_flight_peak INTEGER,
    verdict TEXT NOT NULL,
    signal_means TEXT NOT NULL,
    signal_maxima TEXT NOT NULL,
    breaches INTEGER NOT NULL,
    run_status TEXT NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class)
) STRICT;
CREATE INDEX step_results_phase ON step_results (team, experiment, phase);

CREATE TABLE step_metrics (
    team TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    metric TEXT NOT NULL,
    count INTEGER NOT NULL,
    sum_nanos INTEGER NOT NULL,
    min_nanos INTEGER,
    max_nanos INTEGER,
    p50_nanos INTEGER,
    p90_nanos INTEGER,
    p95_nanos INTEGER,
    p99_nanos INTEGER,
    sketch BLOB NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, metric),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
) STRICT;

CREATE TABLE step_objectives (
    team TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    objective TEXT NOT NULL,
    kind TEXT NOT NULL,
    metric TEXT NOT NULL,
    quantile REAL,
    limit_value REAL,
    verdict TEXT NOT NULL,
    value REAL,
    low REAL,
    high REAL,
    count INTEGER NOT NULL,
    bad INTEGER NOT NULL,
    needed_requests INTEGER,
    basis TEXT NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, objective),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
) STRICT;

CREATE TABLE window_stats (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    metric TEXT NOT NULL,
    window_seconds INTEGER NOT NULL,
    request_class TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    end_micros INTEGER NOT NULL,
    start_micros INTEGER NOT NULL,
    finality TEXT NOT NULL,
    revision INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum_nanos INTEGER NOT NULL,
    min_nanos INTEGER,
    max_nanos INTEGER,
    p50_nanos INTEGER,
    p90_nanos INTEGER,
    p95_nanos INTEGER,
    p99_nanos INTEGER,
    ended INTEGER NOT NULL,
    not_ok INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    late INTEGER NOT NULL,
    signals TEXT NOT NULL,
    signal_age_millis INTEGER,
    in_flight INTEGER NOT NULL,
    thinned INTEGER NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run, metric, window_seconds, request_class, step, target, end_micros)
) STRICT;
CREATE INDEX window_stats_appended ON window_stats (appended_micros);
CREATE INDEX window_stats_full ON window_stats (appended_micros) WHERE thinned = 0;

CREATE TABLE breaches (
    team TEXT NOT NULL REFERENCES teams (team),
    breach TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    objective TEXT NOT NULL,
    metric TEXT NOT NULL,
    state TEXT NOT NULL,
    evidence TEXT NOT NULL,
    opened_micros INTEGER NOT NULL,
    updated_micros INTEGER NOT NULL,
    closed_micros INTEGER,
    limit_value REAL,
    value REAL,
    worst REAL,
    count INTEGER NOT NULL,
    window_seconds INTEGER NOT NULL,
    moved_with TEXT NOT NULL,
    PRIMARY KEY (team, breach)
) STRICT;
CREATE INDEX breaches_run ON breaches (team, run, opened_micros);

CREATE TABLE server_samples (
    team TEXT NOT NULL REFERENCES teams (team),
    target TEXT NOT NULL,
    scrape_start_micros INTEGER NOT NULL,
    instance TEXT NOT NULL,
    role TEXT NOT NULL,
    engine TEXT NOT NULL,
    model TEXT NOT NULL,
    scrape_end_micros INTEGER NOT NULL,
    process_start_micros INTEGER,
    up INTEGER NOT NULL,
    error TEXT,
    signal_values TEXT NOT NULL,
    info TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, target, scrape_start_micros, instance, role, engine, model)
) STRICT;
CREATE INDEX server_samples_appended ON server_samples (appended_micros);

CREATE TABLE regressions (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    base_phase TEXT NOT NULL,
    candidate_phase TEXT NOT NULL,
    load_kind TEXT NOT NULL,
    load REAL,
    metric TEXT NOT NULL,
    quantile REAL,
    base_runs TEXT NOT NULL,
    candidate_runs TEXT NOT NULL,
    base_nanos REAL,
    candidate_nanos REAL,
    ratio REAL,
    low REAL,
    high REAL,
    verdict TEXT NOT NULL,
    basis TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, experiment, base_phase, candidate_phase, load_kind, load, metric, quantile)
) STRICT;

CREATE TABLE sink_offsets (
    team TEXT NOT NULL REFERENCES teams (team),
    topic TEXT NOT NULL,
    kafka_partition INTEGER NOT NULL,
    topic_id TEXT NOT NULL,
    next_offset INTEGER NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
) STRICT;
