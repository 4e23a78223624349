-- Times are microseconds since 1970 (..._micros), durations nanoseconds (..._nanos), lists and maps JSON.
-- appended_micros is when the broker took the record: retention counts from it.

-- One row per team.
CREATE TABLE teams (
    team TEXT NOT NULL PRIMARY KEY
) STRICT;

-- One row per run: plan, hashes, targets, status.
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
    calibration TEXT,
    token_counting TEXT NOT NULL DEFAULT '',
    remarks TEXT NOT NULL DEFAULT '[]',
    first_request_ttft_nanos INTEGER,
    first_request_e2e_nanos INTEGER,
    served_before INTEGER,
    clock_offset_nanos INTEGER,
    clock_offset_error_nanos INTEGER,
    spooled_events INTEGER,
    late_events INTEGER,
    lost_events INTEGER,
    imported TEXT,
    target_failure TEXT,
    stop_reason TEXT,
    PRIMARY KEY (team, run)
) STRICT;
CREATE INDEX runs_started ON runs (started_micros);
CREATE INDEX runs_phase ON runs (team, experiment, phase);
CREATE INDEX runs_running ON runs (team, run) WHERE status = 'RUNNING';

-- One row per phase of an experiment: declared server flags.
CREATE TABLE phases (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    declared_config TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, experiment, phase)
) STRICT;

-- One row per objective of a run. What alerting holds as JSON is when it tells of a breach, and what its verdicts are about.
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
    alerting TEXT NOT NULL,
    PRIMARY KEY (team, run, name)
) STRICT;

-- One row per step of a run as declared.
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
    planned_cache_share REAL,
    measured_cache_share REAL,
    cache_share_source TEXT NOT NULL DEFAULT '',
    prefix_cache_reset TEXT NOT NULL DEFAULT '',
    flags TEXT NOT NULL DEFAULT '[]',
    concurrency_cap INTEGER,
    achieved_per_second REAL,
    in_flight_peak_micros INTEGER,
    conversations INTEGER NOT NULL DEFAULT 0,
    conversations_broken_off INTEGER NOT NULL DEFAULT 0,
    queued_requests INTEGER NOT NULL DEFAULT 0,
    ok_requests INTEGER NOT NULL DEFAULT 0,
    ok_output_tokens INTEGER NOT NULL DEFAULT 0,
    peak_tokens_per_second REAL,
    peak_token_source TEXT NOT NULL DEFAULT 'UNKNOWN',
    steady_from_micros INTEGER,
    steady_until_micros INTEGER,
    steady_requests INTEGER NOT NULL DEFAULT 0,
    steady_output_tokens INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, step)
) STRICT;

-- One row per request that was due: stamps, tokens, outcome, metrics; no text.
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
    sent_anew INTEGER NOT NULL DEFAULT 0,
    trace_id TEXT,
    error_text TEXT,
    PRIMARY KEY (team, run, lane, lane_seq)
) STRICT;
CREATE INDEX requests_step ON requests (team, run, step, part, outcome);
CREATE INDEX requests_team_appended ON requests (team, appended_micros);

-- One row per step result, per target and class.
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
    flags TEXT NOT NULL DEFAULT '[]',
    missing INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, step, target, request_class)
) STRICT;
CREATE INDEX step_results_phase ON step_results (team, experiment, phase);

-- One row per metric of a step result, with its sketch.
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

-- One row per objective judged over a step.
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
    standing TEXT NOT NULL DEFAULT 'UNKNOWN',
    budget_left REAL,
    burns TEXT NOT NULL DEFAULT '[]',
    place INTEGER NOT NULL DEFAULT 0,
    verdict_on TEXT NOT NULL DEFAULT 'UNKNOWN',
    sustained_verdict TEXT,
    sustained_low REAL,
    sustained_high REAL,
    effective_count REAL,
    design_effect REAL,
    blocks INTEGER,
    block_nanos INTEGER,
    sustained_needed_requests INTEGER,
    sustained_needed_nanos INTEGER,
    sustained_reason TEXT,
    short_run_verdict TEXT,
    short_run_low REAL,
    short_run_high REAL,
    short_run_needed_requests INTEGER,
    short_run_reason TEXT,
    PRIMARY KEY (team, run, step, target, request_class, objective),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
) STRICT;

-- One row per window of a series, with the server's signals. Windows are in three tiers: each second as it rolls, each full minute with its sketch, and each
-- hour, which is merged from the sketches of its minutes. A minute is the window of 60 s that ends on a full minute (UTC): these windows overlap nowhere and
-- leave nothing out. Other windows have no sketch.
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
    failed INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    late INTEGER NOT NULL,
    signals TEXT NOT NULL,
    signal_age_millis INTEGER,
    in_flight INTEGER NOT NULL,
    thinned INTEGER NOT NULL,
    appended_micros INTEGER NOT NULL,
    missing INTEGER NOT NULL DEFAULT 0,
    sketch BLOB,
    PRIMARY KEY (team, run, metric, window_seconds, request_class, step, target, end_micros)
) STRICT;
CREATE INDEX window_stats_team_appended ON window_stats (team, appended_micros);
CREATE INDEX window_stats_team_full ON window_stats (team, appended_micros) WHERE thinned = 0;

-- One row per breach.
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
    correlated_signals TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    flapping INTEGER NOT NULL DEFAULT 0,
    worst_is_lower_bound INTEGER NOT NULL DEFAULT 0,
    rule TEXT NOT NULL DEFAULT '',
    ended_by TEXT NOT NULL DEFAULT 'UNKNOWN',
    correlation_summary TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (team, breach)
) STRICT;
CREATE INDEX breaches_run ON breaches (team, run, opened_micros);

-- One row per scrape: gauges and raw counters as JSON; histograms stay in the topic.
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
CREATE INDEX server_samples_team_appended ON server_samples (team, appended_micros);

-- One row per comparison of two phases at one load, or of a soak's newest segments with those before.
CREATE TABLE regressions (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    workload_hash TEXT NOT NULL,
    base_phase TEXT NOT NULL,
    candidate_phase TEXT NOT NULL,
    load_kind TEXT NOT NULL,
    load REAL NOT NULL,
    request_class TEXT NOT NULL,
    measure TEXT NOT NULL,
    quantile REAL NOT NULL,
    soak_run TEXT NOT NULL,
    step INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    metric TEXT NOT NULL,
    base_runs TEXT NOT NULL,
    candidate_runs TEXT NOT NULL,
    base_nanos REAL,
    candidate_nanos REAL,
    ratio REAL,
    low REAL,
    high REAL,
    change REAL,
    change_low REAL,
    change_high REAL,
    margin REAL,
    p REAL,
    adjusted_p REAL,
    runs_needed INTEGER,
    changed_at_segment INTEGER,
    verdict TEXT NOT NULL,
    basis TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, experiment, workload_hash, base_phase, candidate_phase, load_kind, load, request_class, measure, quantile, soak_run, step, segment)
) STRICT;

-- One row per partition: Kafka's topic id, next offset.
CREATE TABLE sink_offsets (
    team TEXT NOT NULL REFERENCES teams (team),
    topic TEXT NOT NULL,
    kafka_partition INTEGER NOT NULL,
    topic_id TEXT NOT NULL,
    next_offset INTEGER NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
) STRICT;

-- One row per record that could not be decoded, or that the database refused.
CREATE TABLE dead_letters (
    team TEXT NOT NULL REFERENCES teams (team),
    topic TEXT NOT NULL,
    kafka_partition INTEGER NOT NULL,
    topic_id TEXT NOT NULL,
    kafka_offset INTEGER NOT NULL,
    reason TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    code TEXT NOT NULL DEFAULT 'UNKNOWN',
    PRIMARY KEY (team, topic, kafka_partition, topic_id, kafka_offset)
) STRICT;

-- One row per segment of a step, by when requests were due.
CREATE TABLE segment_results (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    segment INTEGER NOT NULL,
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
    flags TEXT NOT NULL DEFAULT '[]',
    missing INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (team, run, step, segment, target, request_class)
) STRICT;

-- One row per metric of a segment, with its sketch.
CREATE TABLE segment_metrics (
    team TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    segment INTEGER NOT NULL,
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
    PRIMARY KEY (team, run, step, segment, target, request_class, metric),
    FOREIGN KEY (team, run, step, segment, target, request_class)
        REFERENCES segment_results (team, run, step, segment, target, request_class) ON DELETE CASCADE
) STRICT;

-- One row per objective judged over a segment.
CREATE TABLE segment_objectives (
    team TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    segment INTEGER NOT NULL,
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
    standing TEXT NOT NULL,
    budget_left REAL,
    burns TEXT NOT NULL DEFAULT '[]',
    place INTEGER NOT NULL DEFAULT 0,
    verdict_on TEXT NOT NULL DEFAULT 'UNKNOWN',
    sustained_verdict TEXT,
    sustained_low REAL,
    sustained_high REAL,
    effective_count REAL,
    design_effect REAL,
    blocks INTEGER,
    block_nanos INTEGER,
    sustained_needed_requests INTEGER,
    sustained_needed_nanos INTEGER,
    sustained_reason TEXT,
    short_run_verdict TEXT,
    short_run_low REAL,
    short_run_high REAL,
    short_run_needed_requests INTEGER,
    short_run_reason TEXT,
    PRIMARY KEY (team, run, step, segment, target, request_class, objective),
    FOREIGN KEY (team, run, step, segment, target, request_class)
        REFERENCES segment_results (team, run, step, segment, target, request_class) ON DELETE CASCADE
) STRICT;

-- One row per task that an imported run was judged by.
CREATE TABLE quality (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    task TEXT NOT NULL,
    metric TEXT NOT NULL,
    filter TEXT NOT NULL,
    value REAL NOT NULL,
    stderr REAL,
    n INTEGER,
    higher_is_better INTEGER,
    PRIMARY KEY (team, run, task, metric, filter)
) STRICT;

-- One row per block of a step's time, by when requests were due: they outlive the requests.
CREATE TABLE step_blocks (
    team TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    block INTEGER NOT NULL,
    from_micros INTEGER NOT NULL,
    block_nanos INTEGER NOT NULL,
    due INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    bad TEXT NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, block),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
) STRICT;

-- One row per metric of a block, with its sketch.
CREATE TABLE step_block_metrics (
    team TEXT NOT NULL,
    run TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    request_class TEXT NOT NULL,
    block INTEGER NOT NULL,
    metric TEXT NOT NULL,
    count INTEGER NOT NULL,
    sketch BLOB NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, block, metric),
    FOREIGN KEY (team, run, step, target, request_class, block)
        REFERENCES step_blocks (team, run, step, target, request_class, block) ON DELETE CASCADE
) STRICT;

-- One row per experiment with a retention of its own; its hours are kept as others' where it says nothing of them.
CREATE TABLE retentions (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    requests_seconds INTEGER NOT NULL,
    windows_seconds INTEGER NOT NULL,
    hours_seconds INTEGER,
    PRIMARY KEY (team, experiment)
) STRICT;

-- One row per run: when the broker took its last record, and that it is held for lost.
CREATE TABLE run_activity (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    last_micros INTEGER NOT NULL,
    lost_micros INTEGER,
    lost_reason TEXT,
    PRIMARY KEY (team, run)
) STRICT;

-- One row per alert: what it is about, how it stands, what it says.
CREATE TABLE alerts (
    team TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    starts_micros INTEGER NOT NULL,
    alertname TEXT NOT NULL,
    severity TEXT NOT NULL,
    labels TEXT NOT NULL,
    ends_micros INTEGER,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    revision INTEGER NOT NULL,
    published_revision INTEGER NOT NULL DEFAULT 0,
    updated_micros INTEGER NOT NULL,
    annotations TEXT NOT NULL,
    inhibited_by TEXT NOT NULL,
    PRIMARY KEY (team, fingerprint, starts_micros)
) STRICT;
CREATE INDEX alerts_active ON alerts (team, state);
CREATE INDEX alerts_unpublished ON alerts (team, updated_micros) WHERE published_revision < revision;

-- One row per notification of an alert to a receiver: the outbox.
CREATE TABLE alert_deliveries (
    team TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    starts_micros INTEGER NOT NULL,
    status TEXT NOT NULL,
    receiver TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    next_attempt_micros INTEGER NOT NULL,
    error TEXT NOT NULL,
    finished_micros INTEGER,
    PRIMARY KEY (team, fingerprint, starts_micros, status, receiver)
) STRICT;
CREATE INDEX alert_deliveries_pending ON alert_deliveries (team, created_micros) WHERE state = 'PENDING';

-- One row per mute of a team.
CREATE TABLE alert_mutes (
    team TEXT NOT NULL,
    mute TEXT NOT NULL,
    labels TEXT NOT NULL,
    from_micros INTEGER NOT NULL,
    until_micros INTEGER NOT NULL,
    reason TEXT NOT NULL,
    set_by TEXT NOT NULL,
    PRIMARY KEY (team, mute)
) STRICT;

-- One row per thing that the alert rules of a team remember.
CREATE TABLE alert_facts (
    team TEXT NOT NULL,
    fact TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (team, fact)
) STRICT;

-- One row per partition: how far the dispatcher of alerts has read it.
CREATE TABLE alert_offsets (
    team TEXT NOT NULL,
    topic TEXT NOT NULL,
    kafka_partition INTEGER NOT NULL,
    topic_id TEXT NOT NULL,
    next_offset INTEGER NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
) STRICT;

-- One row per name that runs were chosen under, to compare others with them.
CREATE TABLE baselines (
    team TEXT NOT NULL,
    baseline TEXT NOT NULL,
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    set_micros INTEGER NOT NULL,
    set_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (team, baseline)
) STRICT;

-- One row per run of a baseline: it is kept as long as the baseline names it.
CREATE TABLE baseline_runs (
    team TEXT NOT NULL,
    baseline TEXT NOT NULL,
    position INTEGER NOT NULL,
    run TEXT NOT NULL,
    PRIMARY KEY (team, baseline, run)
) STRICT;
CREATE INDEX baseline_runs_of ON baseline_runs (team, run);

-- One row per tune: servers that were started with different flags and measured one after the other.
CREATE TABLE tunes (
    team TEXT NOT NULL REFERENCES teams (team),
    tune TEXT NOT NULL,
    experiment TEXT NOT NULL,
    target TEXT NOT NULL,
    tuner TEXT NOT NULL,
    mode TEXT NOT NULL,
    objective TEXT NOT NULL,
    started_micros INTEGER NOT NULL,
    activity TEXT NOT NULL,
    description TEXT NOT NULL,
    planned INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    infeasible INTEGER NOT NULL,
    expected_end_micros INTEGER,
    plan TEXT NOT NULL,
    schedule TEXT NOT NULL,
    identity TEXT NOT NULL,
    default_phase TEXT NOT NULL,
    winner TEXT NOT NULL,
    evidence TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, tune)
) STRICT;

-- One row per server start of a tune, with what was measured on it.
CREATE TABLE trials (
    team TEXT NOT NULL REFERENCES teams (team),
    tune TEXT NOT NULL,
    number INTEGER NOT NULL,
    block INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    flags TEXT NOT NULL,
    status TEXT NOT NULL,
    failure TEXT NOT NULL,
    description TEXT NOT NULL,
    last_lines TEXT NOT NULL,
    log TEXT NOT NULL,
    command TEXT NOT NULL,
    facts TEXT NOT NULL,
    runs TEXT NOT NULL,
    started_micros INTEGER NOT NULL,
    ended_micros INTEGER,
    startup_seconds REAL,
    first_request_seconds REAL,
    held_up_to REAL,
    fails_from REAL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, tune, number)
) STRICT;

-- One row per change of settings or data, with who made it and from where. The team is empty for a change of all teams.
CREATE TABLE audit (
    team TEXT NOT NULL,
    id TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL,
    os_user TEXT NOT NULL,
    login TEXT NOT NULL,
    host TEXT NOT NULL,
    address TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, id)
) STRICT;
CREATE INDEX audit_by_time ON audit (team, appended_micros);

-- Nobody changes a row, and nobody deletes one that is younger than 400 days.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'rows of audit are never changed');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.appended_micros > (CAST(strftime('%s', 'now') AS INTEGER) - 400 * 86400) * 1000000 BEGIN
    SELECT RAISE(ABORT, 'rows of audit are kept for 400 days');
END;

-- One row per hour of a series: what its minutes held, and how many of them had values.
CREATE TABLE window_hours (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    metric TEXT NOT NULL,
    request_class TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    end_micros INTEGER NOT NULL,
    start_micros INTEGER NOT NULL,
    finality TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum_nanos INTEGER NOT NULL,
    min_nanos INTEGER NOT NULL,
    max_nanos INTEGER NOT NULL,
    p50_nanos INTEGER NOT NULL,
    p90_nanos INTEGER NOT NULL,
    p95_nanos INTEGER NOT NULL,
    p99_nanos INTEGER NOT NULL,
    sketch BLOB NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run, metric, request_class, step, target, end_micros)
) STRICT;
CREATE INDEX window_hours_team_appended ON window_hours (team, appended_micros);

-- One row per hour of a series that a minute came for, or came anew, since the hour was made last.
CREATE TABLE pending_hours (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    metric TEXT NOT NULL,
    request_class TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    end_micros INTEGER NOT NULL,
    PRIMARY KEY (team, end_micros, run, metric, request_class, step, target)
) STRICT;

-- One row per mark that somebody set at a time of a team, to be seen on charts. What it is not about is empty.
CREATE TABLE annotations (
    team TEXT NOT NULL,
    annotation TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    text TEXT NOT NULL,
    target TEXT NOT NULL,
    experiment TEXT NOT NULL,
    run TEXT NOT NULL,
    set_by TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, annotation)
) STRICT;
CREATE INDEX annotations_by_time ON annotations (team, at_micros);
CREATE INDEX annotations_team_appended ON annotations (team, appended_micros);
