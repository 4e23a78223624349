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
    stop_reason TEXT COLLATE "C",
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

-- One row per objective of a run. What alerting holds as JSON is when it tells of a breach, and what its verdicts are about.
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
    alerting TEXT COLLATE "C" NOT NULL,
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
) PARTITION BY RANGE (run);
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
    sustained_reason TEXT COLLATE "C",
    short_run_verdict TEXT COLLATE "C",
    short_run_low DOUBLE PRECISION,
    short_run_high DOUBLE PRECISION,
    short_run_needed_requests BIGINT,
    short_run_reason TEXT COLLATE "C",
    PRIMARY KEY (team, run, step, target, request_class, objective),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
);

-- One row per window of a series, with the server's signals. Windows are in three tiers: each second as it rolls, each full minute with its sketch, and each
-- hour, which is merged from the sketches of its minutes. A minute is the window of 60 s that ends on a full minute (UTC): these windows overlap nowhere and
-- leave nothing out. Other windows have no sketch.
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
    failed BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    late BIGINT NOT NULL,
    signals TEXT COLLATE "C" NOT NULL,
    signal_age_millis BIGINT,
    in_flight BIGINT NOT NULL,
    thinned BIGINT NOT NULL,
    appended_micros BIGINT NOT NULL,
    missing BIGINT NOT NULL DEFAULT 0,
    sketch BYTEA,
    PRIMARY KEY (team, run, metric, window_seconds, request_class, step, target, end_micros)
) PARTITION BY RANGE (run);
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
    correlated_signals TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL DEFAULT '',
    flapping BIGINT NOT NULL DEFAULT 0,
    worst_is_lower_bound BIGINT NOT NULL DEFAULT 0,
    rule TEXT COLLATE "C" NOT NULL DEFAULT '',
    ended_by TEXT COLLATE "C" NOT NULL DEFAULT 'UNKNOWN',
    correlation_summary TEXT COLLATE "C" NOT NULL DEFAULT '',
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
) PARTITION BY RANGE (scrape_start_micros);
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
    sustained_reason TEXT COLLATE "C",
    short_run_verdict TEXT COLLATE "C",
    short_run_low DOUBLE PRECISION,
    short_run_high DOUBLE PRECISION,
    short_run_needed_requests BIGINT,
    short_run_reason TEXT COLLATE "C",
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
    failed BIGINT NOT NULL,
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

-- One row per experiment with a retention of its own; its hours are kept as others' where it says nothing of them.
CREATE TABLE retentions (
    team TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    requests_seconds BIGINT NOT NULL,
    windows_seconds BIGINT NOT NULL,
    hours_seconds BIGINT,
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

-- One row per alert: what it is about, how it stands, what it says.
CREATE TABLE alerts (
    team TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    starts_micros BIGINT NOT NULL,
    alertname TEXT COLLATE "C" NOT NULL,
    severity TEXT COLLATE "C" NOT NULL,
    labels TEXT COLLATE "C" NOT NULL,
    ends_micros BIGINT,
    state TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    published_revision BIGINT NOT NULL DEFAULT 0,
    updated_micros BIGINT NOT NULL,
    annotations TEXT COLLATE "C" NOT NULL,
    inhibited_by TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, fingerprint, starts_micros)
);
CREATE INDEX alerts_active ON alerts (team, state);
CREATE INDEX alerts_unpublished ON alerts (team, updated_micros) WHERE published_revision < revision;

-- One row per notification of an alert to a receiver: the outbox.
CREATE TABLE alert_deliveries (
    team TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    starts_micros BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    receiver TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    created_micros BIGINT NOT NULL,
    next_attempt_micros BIGINT NOT NULL,
    error TEXT COLLATE "C" NOT NULL,
    finished_micros BIGINT,
    PRIMARY KEY (team, fingerprint, starts_micros, status, receiver)
);
CREATE INDEX alert_deliveries_pending ON alert_deliveries (team, created_micros) WHERE state = 'PENDING';

-- One row per mute of a team.
CREATE TABLE alert_mutes (
    team TEXT COLLATE "C" NOT NULL,
    mute TEXT COLLATE "C" NOT NULL,
    labels TEXT COLLATE "C" NOT NULL,
    from_micros BIGINT NOT NULL,
    until_micros BIGINT NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, mute)
);

-- One row per thing that the alert rules of a team remember.
CREATE TABLE alert_facts (
    team TEXT COLLATE "C" NOT NULL,
    fact TEXT COLLATE "C" NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, fact)
);

-- One row per partition: how far the dispatcher of alerts has read it.
CREATE TABLE alert_offsets (
    team TEXT COLLATE "C" NOT NULL,
    topic TEXT COLLATE "C" NOT NULL,
    kafka_partition BIGINT NOT NULL,
    topic_id TEXT COLLATE "C" NOT NULL,
    next_offset BIGINT NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
);

-- One row per name that runs were chosen under, to compare others with them.
CREATE TABLE baselines (
    team TEXT COLLATE "C" NOT NULL,
    baseline TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    set_micros BIGINT NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, baseline)
);

-- One row per run of a baseline: it is kept as long as the baseline names it.
CREATE TABLE baseline_runs (
    team TEXT COLLATE "C" NOT NULL,
    baseline TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, baseline, run)
);
CREATE INDEX baseline_runs_of ON baseline_runs (team, run);

-- One row per tune: servers that were started with different flags and measured one after the other.
CREATE TABLE tunes (
    team TEXT COLLATE "C" NOT NULL REFERENCES teams (team),
    tune TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    tuner TEXT COLLATE "C" NOT NULL,
    mode TEXT COLLATE "C" NOT NULL,
    objective TEXT COLLATE "C" NOT NULL,
    started_micros BIGINT NOT NULL,
    activity TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    planned BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    infeasible BIGINT NOT NULL,
    expected_end_micros BIGINT,
    plan TEXT COLLATE "C" NOT NULL,
    schedule TEXT COLLATE "C" NOT NULL,
    identity TEXT COLLATE "C" NOT NULL,
    default_phase TEXT COLLATE "C" NOT NULL,
    winner TEXT COLLATE "C" NOT NULL,
    evidence TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    PRIMARY KEY (team, tune)
);

-- One row per server start of a tune, with what was measured on it.
CREATE TABLE trials (
    team TEXT COLLATE "C" NOT NULL REFERENCES teams (team),
    tune TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    block BIGINT NOT NULL,
    purpose TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    flags TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    failure TEXT COLLATE "C" NOT NULL,
    description TEXT COLLATE "C" NOT NULL,
    last_lines TEXT COLLATE "C" NOT NULL,
    log TEXT COLLATE "C" NOT NULL,
    command TEXT COLLATE "C" NOT NULL,
    facts TEXT COLLATE "C" NOT NULL,
    runs TEXT COLLATE "C" NOT NULL,
    started_micros BIGINT NOT NULL,
    ended_micros BIGINT,
    startup_seconds DOUBLE PRECISION,
    first_request_seconds DOUBLE PRECISION,
    held_up_to DOUBLE PRECISION,
    fails_from DOUBLE PRECISION,
    at_micros BIGINT NOT NULL,
    PRIMARY KEY (team, tune, number)
);

-- One row per database role and team that the role may read; writes is 1 if it may write the team's rows too.
CREATE TABLE team_roles (
    role TEXT COLLATE "C" NOT NULL,
    team TEXT COLLATE "C" NOT NULL,
    writes BIGINT NOT NULL,
    PRIMARY KEY (role, team)
);

-- One row per change of settings or data, with who made it and from where. The team is empty for a change of all teams.
CREATE TABLE audit (
    team TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    details TEXT COLLATE "C" NOT NULL,
    os_user TEXT COLLATE "C" NOT NULL,
    login TEXT COLLATE "C" NOT NULL,
    host TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, id)
);
CREATE INDEX audit_by_time ON audit (team, appended_micros);

-- Nobody changes a row, and nobody deletes one that is younger than 400 days: the owner neither.
CREATE OR REPLACE FUNCTION keep_audit() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.appended_micros <= EXTRACT(EPOCH FROM now() - INTERVAL '400 days') * 1000000 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'rows of audit are never changed, and kept for 400 days';
END $body$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE OR REPLACE FUNCTION keep_all_audit() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
    RAISE EXCEPTION 'rows of audit are kept for 400 days';
END $body$;
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION keep_all_audit();

-- One row per hour of a series: what its minutes held, and how many of them had values.
CREATE TABLE window_hours (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    end_micros BIGINT NOT NULL,
    start_micros BIGINT NOT NULL,
    finality TEXT COLLATE "C" NOT NULL,
    minutes BIGINT NOT NULL,
    count BIGINT NOT NULL,
    sum_nanos BIGINT NOT NULL,
    min_nanos BIGINT NOT NULL,
    max_nanos BIGINT NOT NULL,
    p50_nanos BIGINT NOT NULL,
    p90_nanos BIGINT NOT NULL,
    p95_nanos BIGINT NOT NULL,
    p99_nanos BIGINT NOT NULL,
    sketch BYTEA NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, run, metric, request_class, step, target, end_micros)
) PARTITION BY RANGE (run);
CREATE INDEX window_hours_team_appended ON window_hours (team, appended_micros);
CREATE INDEX window_hours_time ON window_hours USING brin ((CASE WHEN end_micros > -210000000000000000 THEN to_timestamp(end_micros / 1000000::double precision) END));

-- One row per hour of a series that a minute came for, or came anew, since the hour was made last.
CREATE TABLE pending_hours (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    end_micros BIGINT NOT NULL,
    PRIMARY KEY (team, end_micros, run, metric, request_class, step, target)
);

-- One row per mark that somebody set at a time of a team, to be seen on charts. What it is not about is empty.
CREATE TABLE annotations (
    team TEXT COLLATE "C" NOT NULL,
    annotation TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, annotation)
);
CREATE INDEX annotations_by_time ON annotations (team, at_micros);
CREATE INDEX annotations_team_appended ON annotations (team, appended_micros);

-- Requests, windows, hours and server samples are partitioned by time, and a partition of which every row is past its team's retention is emptied.
-- The time of requests, windows and hours is that of their run: run ids are ULIDs, which begin with it, so all rows of a run are in one partition,
-- and the natural keys stay as they are. The partition T_until_20261127 holds what comes before that day (UTC) and after the partition before it,
-- the first one all that comes before it: no day of the past is without a partition. T_default holds what comes after the last one, and ids that are no
-- ULIDs: each new partition reads it. Functions of the store's owner make and drop partitions for whoever may write: they end the limit that
-- tidemark.team is, to look at all teams' rows, and go by what each team said of its retention, and by no later time than the server's.

-- One row per team: how long the sink that writes its rows keeps them. Hours of a team whose sink does not say so stay.
CREATE TABLE team_retentions (
    team TEXT COLLATE "C" NOT NULL,
    requests_seconds BIGINT NOT NULL,
    window_stats_seconds BIGINT NOT NULL,
    server_samples_seconds BIGINT NOT NULL,
    window_hours_seconds BIGINT NOT NULL DEFAULT 1000000000000,
    PRIMARY KEY (team)
);

DO $block$
DECLARE
    place CONSTANT TEXT := quote_ident(current_schema());
    options CONSTANT TEXT := 'SET search_path = pg_catalog, ' || quote_ident(current_schema())
        || ', pg_temp SET row_security = on SET lock_timeout = ''2s''';
    tomorrow CONSTANT DATE := (clock_timestamp() AT TIME ZONE 'UTC')::DATE + 1;
    parted RECORD;
BEGIN
    -- The least run id of a day: ten characters of a ULID are milliseconds since 1970 in Crockford's base 32.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.least_run_id(day DATE) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
            SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
                    ((extract(epoch FROM day)::BIGINT * 1000 >> (5 * place)) & 31)::INTEGER + 1, 1), '' ORDER BY place DESC)
                FROM generate_series(0, 9) AS place
        $body$ $sql$, place);

    -- Days that a partition of each table spans. Hours are kept longest: a query that names no run opens all partitions.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.time_partitions() RETURNS TABLE (parent NAME, stored REGCLASS, until DATE, days INTEGER, key NAME)
            LANGUAGE sql STABLE AS $body$
            SELECT p.relname, c.oid::regclass, to_date(right(c.relname, 8), 'YYYYMMDD'), t.days, t.key
                FROM (VALUES ('requests', 1, 'run'), ('window_stats', 7, 'run'), ('window_hours', 28, 'run'),
                        ('server_samples', 1, 'scrape_start_micros')) AS t (name, days, key)
                JOIN pg_class p ON p.relname = t.name AND p.relnamespace = %2$L::regnamespace
                JOIN pg_inherits i ON i.inhparent = p.oid
                JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_until_\d{8}$'
        $body$ $sql$, place, place);

    -- Makes partitions a week ahead, one for a longer gap.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.make_partitions() RETURNS VOID LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            today CONSTANT DATE := (clock_timestamp() AT TIME ZONE 'UTC')::DATE;
            parted RECORD;
            latest DATE;
            next DATE;
            name TEXT;
            others TEXT;
            bounds TEXT[];
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.requests', 'INSERT')
                    OR NOT EXISTS (SELECT FROM time_partitions() GROUP BY parent HAVING max(until) <= today + 7) THEN
                RETURN;
            END IF;
            PERFORM pg_advisory_xact_lock(hashtextextended('tidemark partitions %1$s', 0));
            FOR parted IN SELECT p.parent, p.days, p.key, max(p.until) AS latest FROM time_partitions() p GROUP BY 1, 2, 3 LOOP
                latest := parted.latest;
                others := '%1$s.' || quote_ident(parted.parent || '_default');
                WHILE latest <= today + 7 LOOP
                    next := greatest(latest + parted.days, today);
                    name := '%1$s.' || quote_ident(parted.parent || '_until_' || to_char(next, 'YYYYMMDD'));
                    bounds := ARRAY[partition_bound(parted.key, latest), partition_bound(parted.key, next)];
                    BEGIN
                        EXECUTE format('CREATE TABLE %%s (LIKE %1$s.%%I INCLUDING ALL)', name, parted.parent);
                        PERFORM secure_table(name::regclass);
                        -- Readers go on; a row that were added between the move and the end of this transaction would keep the partition out.
                        EXECUTE format('LOCK TABLE %%s IN SHARE ROW EXCLUSIVE MODE', others);
                        EXECUTE format('WITH moved AS (DELETE FROM %%1$s WHERE %%2$I >= %%3$s AND %%2$I < %%4$s RETURNING *) INSERT INTO %%5$s SELECT * FROM moved',
                            others, parted.key, bounds[1], bounds[2], name);
                        EXECUTE format('ALTER TABLE %1$s.%%I ATTACH PARTITION %%s FOR VALUES FROM (%%s) TO (%%s)', parted.parent, name,
                            bounds[1], bounds[2]);
                    EXCEPTION WHEN check_violation OR lock_not_available OR deadlock_detected THEN
                        RAISE NOTICE '%% is made later: %%', name, SQLERRM;
                        EXIT;
                    END;
                    latest := next;
                END LOOP;
            END LOOP;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'partitions are made later: %%', SQLERRM;
        END $body$ $sql$, place, options);

    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.partition_bound(key NAME, day DATE) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $body$
            SELECT CASE key WHEN 'run' THEN quote_literal(%1$s.least_run_id(day)) ELSE (extract(epoch FROM day)::BIGINT * 1000000)::TEXT END
        $body$ $sql$, place);

    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.is_empty(stored REGCLASS) RETURNS BOOLEAN LANGUAGE plpgsql STABLE STRICT AS $body$
        DECLARE
            empty BOOLEAN;
        BEGIN
            EXECUTE format('SELECT NOT EXISTS (SELECT FROM %%s)', stored) INTO empty;
            RETURN empty;
        END $body$ $sql$, place);

    -- Whether all rows of a partition are past the retention of their teams and experiments at a time. Teams that keep longest are asked first.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.is_past(parent NAME, stored REGCLASS, until DATE, at_micros BIGINT) RETURNS BOOLEAN
            LANGUAGE plpgsql STABLE AS $body$
        DECLARE
            until_micros CONSTANT BIGINT := extract(epoch FROM until)::BIGINT * 1000000;
            shortest BIGINT;
            longest BIGINT;
            kept RECORD;
            last BIGINT;
            own BIGINT;
            found TEXT := '';
        BEGIN
            -- Most partitions are too young for every team.
            EXECUTE format('SELECT COALESCE(min(%%1$I), 0), least(COALESCE(max(%%1$I), 0), 1000000000000) FROM team_retentions', parent || '_seconds')
                INTO shortest, longest;
            IF until_micros + 1000000 * least(shortest, 1000000000000) >= at_micros THEN
                RETURN false;
            END IF;
            IF is_empty(stored) THEN
                RETURN until_micros + 1000000 * longest < at_micros;
            END IF;
            FOR kept IN EXECUTE format('SELECT team, %%I AS seconds FROM team_retentions ORDER BY 2 DESC, 1', parent || '_seconds') LOOP
                EXECUTE format('SELECT max(appended_micros) FROM %%s WHERE team = $1', stored) INTO last USING kept.team;
                CONTINUE WHEN last IS NULL;
                own := 0;
                IF parent <> 'server_samples' AND EXISTS (SELECT FROM retentions r WHERE r.team = kept.team) THEN
                    EXECUTE format('SELECT max(o.%%I) FROM retentions o JOIN runs r USING (team, experiment) WHERE o.team = $1'
                        || ' AND EXISTS (SELECT FROM %%s s WHERE s.team = r.team AND s.run = r.run)',
                        CASE parent WHEN 'requests' THEN 'requests_seconds' WHEN 'window_hours' THEN 'hours_seconds' ELSE 'windows_seconds' END, stored) INTO own USING kept.team;
                END IF;
                -- Neither times nor retentions are without limit in years.
                IF greatest(least(last, 4000000000000000000), until_micros)
                        + 1000000 * least(greatest(kept.seconds, own), 1000000000000) >= at_micros THEN
                    RETURN false;
                END IF;
            END LOOP;
            -- Of a team that said nothing no row is past.
            LOOP
                EXECUTE format('SELECT team FROM %%s WHERE team > $1 ORDER BY team LIMIT 1', stored) INTO found USING found;
                EXIT WHEN found IS NULL;
                IF NOT EXISTS (SELECT FROM team_retentions r WHERE r.team = found) THEN
                    RETURN false;
                END IF;
            END LOOP;
            RETURN true;
        END $body$ $sql$, place);

    -- Empties one partition that is past, and joins it with the empty one before it, if no query of its table runs longer than the lock is waited for. A
    -- day that had no partition would have its rows in T_default.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.drop_partition(given_micros BIGINT) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            at_micros CONSTANT BIGINT := least(given_micros, (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT);
            past RECORD;
            name TEXT;
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.requests', 'DELETE') THEN
                RETURN NULL;
            END IF;
            FOR past IN SELECT p.parent, p.key, p.stored, p.until, lag(p.stored) OVER times AS before, lag(p.until, 2) OVER times AS since
                FROM time_partitions() p WINDOW times AS (PARTITION BY p.parent ORDER BY p.until) ORDER BY p.until, p.parent
            LOOP
                CONTINUE WHEN NOT is_past(past.parent, past.stored, past.until, at_micros)
                    OR (is_empty(past.stored) AND is_empty(past.before) IS NOT TRUE);
                -- The table first: readers lock it before its partitions.
                EXECUTE format('LOCK TABLE ONLY %1$s.%%I IN ACCESS EXCLUSIVE MODE', past.parent);
                IF NOT is_past(past.parent, past.stored, past.until, at_micros) THEN
                    RETURN NULL;
                END IF;
                name := past.stored::TEXT;
                IF is_empty(past.before) THEN
                    EXECUTE format('DROP TABLE %%s, %%s', past.before, past.stored);
                    EXECUTE format('CREATE TABLE %1$s.%%I PARTITION OF %1$s.%%I FOR VALUES FROM (%%s) TO (%%s)', name, past.parent,
                        COALESCE(partition_bound(past.key, past.since), 'MINVALUE'), partition_bound(past.key, past.until));
                    PERFORM secure_table(name::regclass);
                ELSE
                    EXECUTE format('TRUNCATE %%s', past.stored);
                END IF;
                RETURN name;
            END LOOP;
            RETURN NULL;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'a partition is dropped later: %%', SQLERRM;
            RETURN NULL;
        END $body$ $sql$, place, options);

    -- Partitions whose time is over and whose rows are all past before as much time as they span goes by: nobody need delete rows of them.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.soon_dropped(of_table NAME, given_micros BIGINT) RETURNS OID[] LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            at_micros CONSTANT BIGINT := least(given_micros, (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT);
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            RETURN (SELECT COALESCE(array_agg(p.stored::OID), '{}') FROM time_partitions() p
                WHERE p.parent = of_table AND extract(epoch FROM p.until)::BIGINT * 1000000 <= at_micros
                    AND is_past(p.parent, p.stored, p.until, at_micros + p.days * 86400000000));
        END $body$ $sql$, place, options);

    -- Writes one partition of windows anew that was thinned and is over for a day: no new row would take the room of those that are gone.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.compact_partition(given_micros BIGINT) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            at_micros CONSTANT BIGINT := least(given_micros, (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT);
            largest CONSTANT BIGINT := 32::BIGINT << 30;
            thinned RECORD;
            full_windows BOOLEAN;
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.window_stats', 'DELETE') THEN
                RETURN NULL;
            END IF;
            FOR thinned IN SELECT p.stored, k.indexrelid::regclass::TEXT AS key FROM time_partitions() p
                JOIN pg_index k ON k.indrelid = p.stored AND k.indisprimary AND NOT k.indisclustered
                WHERE p.parent = 'window_stats' AND extract(epoch FROM p.until + 1)::BIGINT * 1000000 <= at_micros
                    AND pg_table_size(p.stored) BETWEEN 1 AND largest ORDER BY p.until
            LOOP
                EXECUTE format('SELECT EXISTS (SELECT FROM %%s WHERE thinned = 0)', thinned.stored) INTO full_windows;
                CONTINUE WHEN full_windows;
                EXECUTE format('CLUSTER %%s USING %%s', thinned.stored, split_part(thinned.key, '.', -1));
                EXECUTE format('ANALYZE %%s', thinned.stored);
                RETURN thinned.stored::TEXT;
            END LOOP;
            RETURN NULL;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'a partition is compacted later: %%', SQLERRM;
            RETURN NULL;
        END $body$ $sql$, place, options);

    FOR parted IN
        SELECT * FROM (VALUES ('requests', 'run'), ('window_stats', 'run'), ('window_hours', 'run'), ('server_samples', 'scrape_start_micros')) AS t (name, key)
    LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parted.name || '_default', parted.name);
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%s)', parted.name || '_until_' || to_char(tomorrow, 'YYYYMMDD'),
            parted.name, partition_bound(parted.key, tomorrow));
    END LOOP;
END $block$;
