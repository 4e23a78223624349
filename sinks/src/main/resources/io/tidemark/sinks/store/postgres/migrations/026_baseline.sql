-- Times are microseconds since 1970 (..._micros), durations nanoseconds (..._nanos), lists and maps JSON.
-- appended_micros is when the broker took the record: retention counts from it.
-- Text is ordered by code point, as SQLite orders it. Rows do not refer to their team: each insert would lock the row of the team.

-- One row per team.
CREATE TABLE teams (
    team TEXT COLLATE "C" NOT NULL PRIMARY KEY
);

-- One row per run: plan, hashes, targets, status.
CREATE TABLE runs (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    started_micros BIGINT NOT NULL,
    ended_micros BIGINT,
    status TEXT COLLATE "C" NOT NULL,
    invalid_reasons TEXT COLLATE "C" NOT NULL,
    targets TEXT COLLATE "C" NOT NULL,
    lanes TEXT COLLATE "C" NOT NULL,
    step_count BIGINT NOT NULL,
    plan TEXT COLLATE "C" NOT NULL,
    plan_hash TEXT COLLATE "C" NOT NULL,
    workload_hash TEXT COLLATE "C" NOT NULL,
    seed BIGINT NOT NULL,
    command TEXT COLLATE "C" NOT NULL,
    tool_version TEXT COLLATE "C" NOT NULL,
    labels TEXT COLLATE "C" NOT NULL,
    phase_config TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    calibration TEXT COLLATE "C",
    token_counting TEXT COLLATE "C" NOT NULL DEFAULT '',
    remarks TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    first_request_ttft_nanos BIGINT,
    first_request_e2e_nanos BIGINT,
    served_before BIGINT,
    clock_offset_nanos BIGINT,
    clock_offset_error_nanos BIGINT,
    spooled_events BIGINT,
    late_events BIGINT,
    lost_events BIGINT,
    imported TEXT COLLATE "C",
    target_failure TEXT COLLATE "C",
    PRIMARY KEY (team, run)
);
CREATE INDEX runs_started ON runs (started_micros);
CREATE INDEX runs_phase ON runs (team, experiment, phase);
CREATE INDEX runs_running ON runs (team, run) WHERE status = 'RUNNING';

-- One row per phase of an experiment: declared server flags.
CREATE TABLE phases (
    team TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    declared_config TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    PRIMARY KEY (team, experiment, phase)
);

-- One row per objective of a run.
CREATE TABLE objectives (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    quantile DOUBLE PRECISION,
    limit_nanos BIGINT NOT NULL,
    max_bad_ratio DOUBLE PRECISION,
    good_limits_nanos TEXT COLLATE "C" NOT NULL,
    window_seconds BIGINT NOT NULL,
    for_seconds BIGINT NOT NULL,
    clear_seconds BIGINT NOT NULL,
    clear_ratio DOUBLE PRECISION,
    min_count BIGINT NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    removed BIGINT NOT NULL,
    at_micros BIGINT NOT NULL,
    PRIMARY KEY (team, run, name)
);

-- One row per step of a run as declared.
CREATE TABLE steps (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    load_kind TEXT COLLATE "C" NOT NULL,
    load DOUBLE PRECISION,
    arrivals TEXT COLLATE "C" NOT NULL,
    drawn_per_second DOUBLE PRECISION,
    started_micros BIGINT NOT NULL,
    measure_from_micros BIGINT NOT NULL,
    measure_until_micros BIGINT,
    ended_micros BIGINT,
    requests_by_lane TEXT COLLATE "C" NOT NULL,
    measured_by_lane TEXT COLLATE "C" NOT NULL,
    sent BIGINT NOT NULL,
    planned_requests BIGINT NOT NULL,
    schedule_lag_p99_nanos BIGINT,
    in_flight_peak BIGINT,
    at_micros BIGINT NOT NULL,
    planned_cache_share DOUBLE PRECISION,
    measured_cache_share DOUBLE PRECISION,
    cache_share_source TEXT COLLATE "C" NOT NULL DEFAULT '',
    prefix_cache_reset TEXT COLLATE "C" NOT NULL DEFAULT '',
    flags TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    concurrency_cap BIGINT,
    achieved_per_second DOUBLE PRECISION,
    in_flight_peak_micros BIGINT,
    conversations BIGINT NOT NULL DEFAULT 0,
    conversations_broken_off BIGINT NOT NULL DEFAULT 0,
    queued_requests BIGINT NOT NULL DEFAULT 0,
    ok_requests BIGINT NOT NULL DEFAULT 0,
    ok_output_tokens BIGINT NOT NULL DEFAULT 0,
    peak_tokens_per_second DOUBLE PRECISION,
    peak_token_source TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    steady_from_micros BIGINT,
    steady_until_micros BIGINT,
    steady_requests BIGINT NOT NULL DEFAULT 0,
    steady_output_tokens BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, step)
);

-- One row per request that was due: stamps, tokens, outcome, metrics; no text.
CREATE TABLE requests (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    lane TEXT COLLATE "C" NOT NULL,
    lane_seq BIGINT NOT NULL,
    request TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    segment BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    conversation TEXT COLLATE "C",
    turn BIGINT NOT NULL,
    api_kind TEXT COLLATE "C" NOT NULL,
    part TEXT COLLATE "C" NOT NULL,
    streaming BIGINT NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    due_micros BIGINT NOT NULL,
    sent_nanos BIGINT,
    connect_start_nanos BIGINT,
    connect_end_nanos BIGINT,
    tls_start_nanos BIGINT,
    tls_end_nanos BIGINT,
    first_byte_nanos BIGINT,
    first_role_nanos BIGINT,
    first_reasoning_nanos BIGINT,
    first_content_nanos BIGINT,
    first_tool_nanos BIGINT,
    first_token_nanos BIGINT,
    last_token_nanos BIGINT,
    end_nanos BIGINT,
    connection_reused BIGINT NOT NULL,
    http_version TEXT COLLATE "C" NOT NULL,
    remote_address TEXT COLLATE "C",
    http_status BIGINT,
    response_headers TEXT COLLATE "C" NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    error_type TEXT COLLATE "C",
    error_code TEXT COLLATE "C",
    finish_reason TEXT COLLATE "C" NOT NULL,
    prompt_tokens BIGINT,
    cached_tokens BIGINT,
    reasoning_tokens BIGINT,
    output_tokens BIGINT,
    token_source TEXT COLLATE "C" NOT NULL,
    planned_prompt_tokens BIGINT,
    planned_output_tokens BIGINT,
    chunk_count BIGINT NOT NULL,
    bytes_received BIGINT NOT NULL,
    itl_sketch BYTEA NOT NULL,
    image_count BIGINT NOT NULL,
    audio_count BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    ttft_nanos BIGINT,
    ttft_due_nanos BIGINT,
    tpot_nanos BIGINT,
    e2e_nanos BIGINT,
    queue_time_nanos BIGINT,
    appended_micros BIGINT NOT NULL,
    sent_anew BIGINT NOT NULL DEFAULT 0,
    trace_id TEXT COLLATE "C",
    error_text TEXT COLLATE "C",
    PRIMARY KEY (team, run, lane, lane_seq)
);
CREATE INDEX requests_step ON requests (team, run, step, part, outcome);
CREATE INDEX requests_team_appended ON requests (team, appended_micros);

-- One row per step result, per target and class.
CREATE TABLE step_results (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    workload_hash TEXT COLLATE "C" NOT NULL,
    finality TEXT COLLATE "C" NOT NULL,
    load_kind TEXT COLLATE "C" NOT NULL,
    load DOUBLE PRECISION,
    drawn_per_second DOUBLE PRECISION,
    measure_from_micros BIGINT NOT NULL,
    measure_until_micros BIGINT,
    due BIGINT NOT NULL,
    sent BIGINT NOT NULL,
    ok BIGINT NOT NULL,
    outcomes TEXT COLLATE "C" NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    schedule_lag_p99_nanos BIGINT,
    in_flight_peak BIGINT,
    verdict TEXT COLLATE "C" NOT NULL,
    signal_means TEXT COLLATE "C" NOT NULL,
    signal_maxima TEXT COLLATE "C" NOT NULL,
    breaches BIGINT NOT NULL,
    run_status TEXT COLLATE "C" NOT NULL,
    flags TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    missing BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, step, target, request_class)
);
CREATE INDEX step_results_phase ON step_results (team, experiment, phase);

-- One row per metric of a step result, with its sketch.
CREATE TABLE step_metrics (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    sum_nanos BIGINT NOT NULL,
    min_nanos BIGINT,
    max_nanos BIGINT,
    p50_nanos BIGINT,
    p90_nanos BIGINT,
    p95_nanos BIGINT,
    p99_nanos BIGINT,
    sketch BYTEA NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, metric),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
);

-- One row per objective judged over a step.
CREATE TABLE step_objectives (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    objective TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    quantile DOUBLE PRECISION,
    limit_value DOUBLE PRECISION,
    verdict TEXT COLLATE "C" NOT NULL,
    value DOUBLE PRECISION,
    low DOUBLE PRECISION,
    high DOUBLE PRECISION,
    count BIGINT NOT NULL,
    bad BIGINT NOT NULL,
    needed_requests BIGINT,
    basis TEXT COLLATE "C" NOT NULL,
    standing TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    budget_left DOUBLE PRECISION,
    burns TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    place BIGINT NOT NULL DEFAULT 0,
    verdict_on TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    sustained_verdict TEXT COLLATE "C",
    sustained_low DOUBLE PRECISION,
    sustained_high DOUBLE PRECISION,
    effective_count DOUBLE PRECISION,
    design_effect DOUBLE PRECISION,
    blocks BIGINT,
    block_nanos BIGINT,
    sustained_needed_requests BIGINT,
    sustained_needed_nanos BIGINT,
    sustained_why TEXT COLLATE "C",
    short_run_verdict TEXT COLLATE "C",
    short_run_low DOUBLE PRECISION,
    short_run_high DOUBLE PRECISION,
    short_run_needed_requests BIGINT,
    PRIMARY KEY (team, run, step, target, request_class, objective),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
);

-- One row per window of a series, with the server's signals.
CREATE TABLE window_stats (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    window_seconds BIGINT NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    end_micros BIGINT NOT NULL,
    start_micros BIGINT NOT NULL,
    finality TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    count BIGINT NOT NULL,
    sum_nanos BIGINT NOT NULL,
    min_nanos BIGINT,
    max_nanos BIGINT,
    p50_nanos BIGINT,
    p90_nanos BIGINT,
    p95_nanos BIGINT,
    p99_nanos BIGINT,
    ended BIGINT NOT NULL,
    not_ok BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    late BIGINT NOT NULL,
    signals TEXT COLLATE "C" NOT NULL,
    signal_age_millis BIGINT,
    in_flight BIGINT NOT NULL,
    thinned BIGINT NOT NULL,
    appended_micros BIGINT NOT NULL,
    missing BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, metric, window_seconds, request_class, step, target, end_micros)
);
CREATE INDEX window_stats_team_appended ON window_stats (team, appended_micros);
CREATE INDEX window_stats_team_full ON window_stats (team, appended_micros) WHERE thinned = 0;
-- A small index over the time of the view window_series: rows come about in the order of their time.
CREATE INDEX window_stats_time ON window_stats USING brin ((CASE WHEN end_micros > -210000000000000000 THEN to_timestamp(end_micros / 1000000::double precision) END));

-- One row per breach.
CREATE TABLE breaches (
    team TEXT COLLATE "C" NOT NULL,
    breach TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    objective TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    evidence TEXT COLLATE "C" NOT NULL,
    opened_micros BIGINT NOT NULL,
    updated_micros BIGINT NOT NULL,
    closed_micros BIGINT,
    limit_value DOUBLE PRECISION,
    value DOUBLE PRECISION,
    worst DOUBLE PRECISION,
    count BIGINT NOT NULL,
    window_seconds BIGINT NOT NULL,
    moved_with TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL DEFAULT '',
    flapping BIGINT NOT NULL DEFAULT 0,
    worst_is_lower_bound BIGINT NOT NULL DEFAULT 0,
    rule TEXT COLLATE "C" NOT NULL DEFAULT '',
    ended_by TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    moved_words TEXT COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (team, breach)
);
CREATE INDEX breaches_run ON breaches (team, run, opened_micros);

-- One row per scrape: gauges and raw counters as JSON; histograms stay in the topic.
CREATE TABLE server_samples (
    team TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    scrape_start_micros BIGINT NOT NULL,
    instance TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    engine TEXT COLLATE "C" NOT NULL,
    model TEXT COLLATE "C" NOT NULL,
    scrape_end_micros BIGINT NOT NULL,
    process_start_micros BIGINT,
    up BIGINT NOT NULL,
    error TEXT COLLATE "C",
    signal_values TEXT COLLATE "C" NOT NULL,
    info TEXT COLLATE "C" NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, target, scrape_start_micros, instance, role, engine, model)
);
CREATE INDEX server_samples_team_appended ON server_samples (team, appended_micros);

-- One row per comparison of two phases at one load, or of a soak's newest segments with those before.
CREATE TABLE regressions (
    team TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    workload_hash TEXT COLLATE "C" NOT NULL,
    base_phase TEXT COLLATE "C" NOT NULL,
    candidate_phase TEXT COLLATE "C" NOT NULL,
    load_kind TEXT COLLATE "C" NOT NULL,
    load DOUBLE PRECISION NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    measure TEXT COLLATE "C" NOT NULL,
    quantile DOUBLE PRECISION NOT NULL,
    soak_run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    segment BIGINT NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    base_runs TEXT COLLATE "C" NOT NULL,
    candidate_runs TEXT COLLATE "C" NOT NULL,
    base_nanos DOUBLE PRECISION,
    candidate_nanos DOUBLE PRECISION,
    ratio DOUBLE PRECISION,
    low DOUBLE PRECISION,
    high DOUBLE PRECISION,
    change DOUBLE PRECISION,
    change_low DOUBLE PRECISION,
    change_high DOUBLE PRECISION,
    margin DOUBLE PRECISION,
    p DOUBLE PRECISION,
    adjusted_p DOUBLE PRECISION,
    runs_needed BIGINT,
    changed_at_segment BIGINT,
    verdict TEXT COLLATE "C" NOT NULL,
    basis TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    PRIMARY KEY (team, experiment, workload_hash, base_phase, candidate_phase, load_kind, load, request_class, measure, quantile, soak_run, step, segment)
);

-- One row per partition: Kafka's topic id, next offset.
CREATE TABLE sink_offsets (
    team TEXT COLLATE "C" NOT NULL,
    topic TEXT COLLATE "C" NOT NULL,
    kafka_partition BIGINT NOT NULL,
    topic_id TEXT COLLATE "C" NOT NULL,
    next_offset BIGINT NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
);

-- One row per record that could not be decoded, or that the database refused.
CREATE TABLE dead_letters (
    team TEXT COLLATE "C" NOT NULL,
    topic TEXT COLLATE "C" NOT NULL,
    kafka_partition BIGINT NOT NULL,
    topic_id TEXT COLLATE "C" NOT NULL,
    kafka_offset BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    appended_micros BIGINT NOT NULL,
    code TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    PRIMARY KEY (team, topic, kafka_partition, topic_id, kafka_offset)
);

-- One row per segment of a step, by when requests were due.
CREATE TABLE segment_results (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    segment BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    workload_hash TEXT COLLATE "C" NOT NULL,
    finality TEXT COLLATE "C" NOT NULL,
    load_kind TEXT COLLATE "C" NOT NULL,
    load DOUBLE PRECISION,
    drawn_per_second DOUBLE PRECISION,
    measure_from_micros BIGINT NOT NULL,
    measure_until_micros BIGINT,
    due BIGINT NOT NULL,
    sent BIGINT NOT NULL,
    ok BIGINT NOT NULL,
    outcomes TEXT COLLATE "C" NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    schedule_lag_p99_nanos BIGINT,
    in_flight_peak BIGINT,
    verdict TEXT COLLATE "C" NOT NULL,
    signal_means TEXT COLLATE "C" NOT NULL,
    signal_maxima TEXT COLLATE "C" NOT NULL,
    breaches BIGINT NOT NULL,
    run_status TEXT COLLATE "C" NOT NULL,
    flags TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    missing BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, step, segment, target, request_class)
);

-- One row per metric of a segment, with its sketch.
CREATE TABLE segment_metrics (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    segment BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    sum_nanos BIGINT NOT NULL,
    min_nanos BIGINT,
    max_nanos BIGINT,
    p50_nanos BIGINT,
    p90_nanos BIGINT,
    p95_nanos BIGINT,
    p99_nanos BIGINT,
    sketch BYTEA NOT NULL,
    PRIMARY KEY (team, run, step, segment, target, request_class, metric),
    FOREIGN KEY (team, run, step, segment, target, request_class)
        REFERENCES segment_results (team, run, step, segment, target, request_class) ON DELETE CASCADE
);

-- One row per objective judged over a segment.
CREATE TABLE segment_objectives (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    segment BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    objective TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    quantile DOUBLE PRECISION,
    limit_value DOUBLE PRECISION,
    verdict TEXT COLLATE "C" NOT NULL,
    value DOUBLE PRECISION,
    low DOUBLE PRECISION,
    high DOUBLE PRECISION,
    count BIGINT NOT NULL,
    bad BIGINT NOT NULL,
    needed_requests BIGINT,
    basis TEXT COLLATE "C" NOT NULL,
    standing TEXT COLLATE "C" NOT NULL,
    budget_left DOUBLE PRECISION,
    burns TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    place BIGINT NOT NULL DEFAULT 0,
    verdict_on TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    sustained_verdict TEXT COLLATE "C",
    sustained_low DOUBLE PRECISION,
    sustained_high DOUBLE PRECISION,
    effective_count DOUBLE PRECISION,
    design_effect DOUBLE PRECISION,
    blocks BIGINT,
    block_nanos BIGINT,
    sustained_needed_requests BIGINT,
    sustained_needed_nanos BIGINT,
    sustained_why TEXT COLLATE "C",
    short_run_verdict TEXT COLLATE "C",
    short_run_low DOUBLE PRECISION,
    short_run_high DOUBLE PRECISION,
    short_run_needed_requests BIGINT,
    PRIMARY KEY (team, run, step, segment, target, request_class, objective),
    FOREIGN KEY (team, run, step, segment, target, request_class)
        REFERENCES segment_results (team, run, step, segment, target, request_class) ON DELETE CASCADE
);

-- One row per task that an imported run was judged by.
CREATE TABLE quality (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    task TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    filter TEXT COLLATE "C" NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    stderr DOUBLE PRECISION,
    n BIGINT,
    higher_is_better BIGINT,
    PRIMARY KEY (team, run, task, metric, filter)
);

-- One row per block of a step's time, by when requests were due: they outlive the requests.
CREATE TABLE step_blocks (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    block BIGINT NOT NULL,
    from_micros BIGINT NOT NULL,
    block_nanos BIGINT NOT NULL,
    due BIGINT NOT NULL,
    not_ok BIGINT NOT NULL,
    bad TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, block),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
);

-- One row per metric of a block, with its sketch.
CREATE TABLE step_block_metrics (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    block BIGINT NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    count BIGINT NOT NULL,
    sketch BYTEA NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, block, metric),
    FOREIGN KEY (team, run, step, target, request_class, block)
        REFERENCES step_blocks (team, run, step, target, request_class, block) ON DELETE CASCADE
);

-- One row per experiment with a retention of its own.
CREATE TABLE retentions (
    team TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    requests_seconds BIGINT NOT NULL,
    windows_seconds BIGINT NOT NULL,
    PRIMARY KEY (team, experiment)
);

-- One row per run: when the broker took its last record, and that it is held for lost.
CREATE TABLE run_activity (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    last_micros BIGINT NOT NULL,
    lost_micros BIGINT,
    lost_reason TEXT COLLATE "C",
    PRIMARY KEY (team, run)
);
