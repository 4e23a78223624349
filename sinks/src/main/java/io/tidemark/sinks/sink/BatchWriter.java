package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.RefusedException;
import io.tidemark.sinks.store.WriteBatch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what was fetched of a team into the store, with its offsets, after the dead letters of it. Not thread-safe. */
final class BatchWriter {
    private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);

    private final SinkLoop.Parts parts;

    /** Where records stood whose letters are sent, and whose batch is not stored yet. */
    private final Map<Team, Set<RecordPosition>> sent = new HashMap<>();

    BatchWriter(SinkLoop.Parts parts) {
        this.parts = parts;
    }

    /** @return what was stored: without what is refused, which goes to the dead letters first */
    FetchedBatch write(Team team, FetchedBatch fetched, List<OffsetMove> moves) {
        try {
            send(team, fetched.letters());
            parts.meters().timeWrite(() -> parts.store().write(new WriteBatch(fetched.changes(), moves)));
        } catch (RefusedException e) {
            LOG.warn("{}; they go to the dead letters", e.getMessage());
            return write(team, fetched.refused(e.reasons()), moves);
        }
        sent.remove(team);
        parts.meters().stored(fetched);
        return fetched;
    }

    /** A batch that is tried again has sent its letters before. */
    private void send(Team team, List<FetchedBatch.DeadLetterRecord> letters) {
        Set<RecordPosition> before = sent.computeIfAbsent(team, first -> new HashSet<>());
        List<FetchedBatch.DeadLetterRecord> fresh = letters.stream()
                .filter(letter -> !before.contains(letter.why().origin()))
                .toList();
        parts.deadLetters().send(fresh);
        fresh.forEach(letter -> before.add(letter.why().origin()));
    }
}
