-- Blocks of a step's time with what its requests were in each: they stay when request rows go, so that steps can still be compared.

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
    not_ok INTEGER NOT NULL,
    bad TEXT NOT NULL,
    PRIMARY KEY (team, run, step, target, request_class, block),
    FOREIGN KEY (team, run, step, target, request_class)
        REFERENCES step_results (team, run, step, target, request_class) ON DELETE CASCADE
) STRICT;

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
