package io.tidemark.producer.tally;

import io.tidemark.events.RequestEvent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Failed requests by their causes. Keeps a bounded number of causes, however many texts a server has. Confined to the lane's loop. */
final class FailureTally {
    private static final int MAX_CAUSES = 50;

    private final Map<FailureCause, Seen> byKind = new LinkedHashMap<>();

    /** The first failure of a kind stands for it. */
    private static final class Seen {
        private final FailureCause first;
        private long requests;

        Seen(FailureCause first) {
            this.first = first;
        }
    }

    void ended(RequestEvent event) {
        FailureCause.of(event).ifPresent(this::add);
    }

    private void add(FailureCause cause) {
        FailureCause kind = cause.kind();
        boolean room = byKind.size() < MAX_CAUSES || byKind.containsKey(kind);
        FailureCause kept = room ? kind : new FailureCause(cause.outcome(), cause.httpStatus(), "", "", "");
        byKind.computeIfAbsent(kept, unseen -> new Seen(room ? cause : kept)).requests++;
    }

    /** The most frequent first, those of one count in the order in which they came. */
    List<FailureCause.Counted> causes() {
        return byKind.values().stream()
                .sorted(Comparator.comparingLong((Seen seen) -> seen.requests).reversed())
                .map(seen -> new FailureCause.Counted(seen.first, seen.requests))
                .toList();
    }
}
