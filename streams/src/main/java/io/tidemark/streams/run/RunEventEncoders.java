package io.tidemark.streams.run;

import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.processor.TeamTopics;

/** The encoders of a team's results, their schema ids resolved once. Not thread-safe. */
record RunEventEncoders(
        EventEncoder<WindowStats> windows, EventEncoder<SloBreach> breaches, EventEncoder<StepResult> steps) {
    static RunEventEncoders of(TeamTopics topics, SchemaRegistry registry) {
        return new RunEventEncoders(
                registry.encoder(Topic.WINDOWS, topics.team(), WindowStats.class),
                registry.encoder(Topic.BREACHES, topics.team(), SloBreach.class),
                registry.encoder(Topic.PHASES, topics.team(), StepResult.class));
    }
}
