package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.time.Instant;

/**
 * Dead letters of one topic with one reason code.
 *
 * @param records how many
 * @param example why one of them could not be used, in words
 * @param first when the first was appended to its topic
 * @param last when the last was
 */
public record DeadLetterRow(
        Team team, String topic, String code, long records, String example, Instant first, Instant last) {}
