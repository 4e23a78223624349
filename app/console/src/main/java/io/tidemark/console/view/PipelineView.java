package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.DeadLetterRow;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * How the way from the topics to the store is.
 *
 * @param feeds how this console reads the topics
 * @param sinks how far each topic is stored
 * @param deadLetters records that could not be used, by topic and reason
 */
public record PipelineView(
        Instant now,
        List<FeedView> feeds,
        List<TopicLag> sinks,
        List<DeadLetterRow> deadLetters,
        List<String> problems) {
    /**
     * A topic of a team and the sink.
     *
     * @param behind records that are not stored yet; empty where no sink ever stored any
     */
    public record TopicLag(Team team, String topic, int partitions, OptionalLong behind) {}
}
