package io.tidemark.streams.run;

import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.SchemaRegistry;

/** The encoders of a team's results, their schema ids resolved once. Not thread-safe. */
record RunEventEncoders(
        EventEncoder<WindowStats> windows, EventEncoder<SloBreach> breaches, EventEncoder<StepResult> steps) {
    static RunEventEncoders of(Team team, SchemaRegistry registry) {
        return new RunEventEncoders(
                registry.encoder(Topic.WINDOWS, team, WindowStats.class),
                registry.encoder(Topic.BREACHES, team, SloBreach.class),
                registry.encoder(Topic.STEPS, team, StepResult.class));
    }
}
