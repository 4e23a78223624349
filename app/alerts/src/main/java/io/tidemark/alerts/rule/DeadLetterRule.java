package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** More dead letters of a team in ten minutes than a limit. */
final class DeadLetterRule {
    static final Duration WINDOW = Duration.ofMinutes(10);
    /** Beyond so many the exact number says nothing more. */
    private static final int MAX_COUNTED = 100_000;

    private final ActiveAlerts alerts;
    private final Deque<Letter> letters = new ArrayDeque<>();

    private record Letter(Instant appended, long nanos, String reason) {}

    DeadLetterRule(ActiveAlerts alerts) {
        this.alerts = alerts;
    }

    /** @param reason the code of the rule that the record broke */
    void on(Instant appended, String reason, long nanos) {
        letters.addLast(new Letter(appended, nanos, reason));
        if (letters.size() > MAX_COUNTED) {
            letters.removeFirst();
        }
    }

    void tick(long nanos) {
        while (!letters.isEmpty() && nanos - letters.getFirst().nanos() > WINDOW.toNanos()) {
            letters.removeFirst();
        }
        double limit = alerts.settings(AlertKind.DEAD_LETTERS).limit().orElse(0);
        if (letters.size() > limit) {
            alerts.raise(draft(letters.getFirst(), letters.getLast()));
        } else {
            alerts.resolveAll(
                    AlertKind.DEAD_LETTERS,
                    ImmutableMap.of(),
                    alerts.now(),
                    "no more than " + (long) limit + " dead letters in " + Words.duration(WINDOW));
        }
    }

    private AlertDraft draft(Letter first, Letter last) {
        return alerts.draft(AlertKind.DEAD_LETTERS, ImmutableMap.of(), first.appended())
                .annotation(Annotation.SUMMARY, "records of the team become dead letters")
                .annotation(
                        Annotation.VALUE,
                        letters.size() + " in " + Words.duration(WINDOW) + "; the newest: " + last.reason());
    }
}
