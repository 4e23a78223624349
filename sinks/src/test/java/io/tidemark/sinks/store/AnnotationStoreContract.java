package io.tidemark.sinks.store;

import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.events.AuditEvent;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.annotation.TimeAnnotation.Subject;
import io.tidemark.sinks.store.read.AnnotationQuery;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store of annotations keeps to, while a sink has the store open. */
public abstract class AnnotationStoreContract {
    private static final Team TEAM = new Team("perf");
    private static final Team OTHER = new Team("other");
    private static final Subject ALL_OF_IT = new Subject(Optional.of("gpu-1"), Optional.of("h200"), Optional.of("r1"));

    private ResultStore sink;
    private ResultReader reader;
    private AnnotationStore annotations;

    /** An empty store. */
    protected abstract StoreAddress emptied() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        StoreAddress address = emptied();
        sink = address.open();
        reader = address.openReader();
        annotations = address.openAnnotations();
    }

    @AfterEach
    void closeStore() {
        annotations.close();
        reader.close();
        sink.close();
    }

    @Test
    void theyAreReadBackByTimeTheNewestFirst() {
        TimeAnnotation early = annotation(TEAM, "a0000001", 0, Subject.TEAM);
        TimeAnnotation late = annotation(TEAM, "a0000002", 60, ALL_OF_IT);
        TimeAnnotation others = annotation(OTHER, "a0000001", 30, Subject.TEAM);
        List.of(early, late, others).forEach(one -> annotations.add(one, Events.audit()));

        assertThat(between(0, 60, 10)).containsExactly(late, early);
        assertThat(between(0, 60, 1)).containsExactly(late);
        assertThat(between(0, 59, 10)).containsExactly(early);
        assertThat(between(1, 60, 10)).containsExactly(late);
        assertThat(reader.annotation(OTHER, "a0000001")).contains(others);
        assertThat(reader.annotation(OTHER, "a0000002")).isEmpty();
    }

    @Test
    void oneOfAnIdThatIsThereIsNotAddedAgainAndLeavesNoRecord() {
        AuditEvent first = Events.audit();
        TimeAnnotation one = annotation(TEAM, "a0000001", 0, Subject.TEAM);

        assertThat(annotations.add(one, first)).isTrue();
        assertThat(annotations.add(annotation(TEAM, "a0000001", 9, ALL_OF_IT), Events.audit()))
                .isFalse();
        assertThat(between(0, 60, 10)).containsExactly(one);
        assertThat(audit()).containsExactly(first.getId());
    }

    @Test
    void removingSaysWhetherThereWasOneAndIsRecordedThen() {
        AuditEvent added = Events.audit();
        AuditEvent removed = Events.audit();
        annotations.add(annotation(TEAM, "a0000001", 0, Subject.TEAM), added);

        assertThat(annotations.remove(OTHER, "a0000001", Events.audit())).isFalse();
        assertThat(annotations.remove(TEAM, "a0000001", removed)).isTrue();
        assertThat(annotations.remove(TEAM, "a0000001", Events.audit())).isFalse();
        assertThat(between(0, 60, 10)).isEmpty();
        assertThat(audit()).containsExactlyInAnyOrder(added.getId(), removed.getId());
    }

    @Test
    void theyAreKeptAsLongAsHoursOfWindows() {
        annotations.add(annotation(TEAM, "a0000001", 0, Subject.TEAM), Events.audit());
        Retention usual = Retention.DEFAULT;
        // Records of the audit are younger by the database's clock.
        Retention retention = new Retention(
                usual.requests(),
                usual.fullWindows(),
                usual.windows(),
                usual.hours(),
                usual.servers(),
                Duration.ofDays(10_000));
        Instant lastDay = START.plus(usual.hours());

        assertThat(sink.maintain(TEAM, retention, lastDay).annotations()).isZero();
        assertThat(sink.maintain(OTHER, retention, lastDay.plus(Duration.ofDays(1)))
                        .annotations())
                .isZero();
        assertThat(sink.maintain(TEAM, retention, lastDay.plusSeconds(1)).annotations())
                .isOne();
        assertThat(between(0, 60, 10)).isEmpty();
    }

    @Test
    void thoseOfARunGoWithIt() {
        sink.write(new WriteBatch(
                List.of(new StoreChange.StoredEvent(TEAM, START, Events.control(START, Events.run("r1", START)))),
                List.of()));
        TimeAnnotation ofTeam = annotation(TEAM, "a0000001", 0, Subject.TEAM);
        annotations.add(ofTeam, Events.audit());
        annotations.add(annotation(TEAM, "a0000002", 1, ALL_OF_IT), Events.audit());

        assertThat(sink.prune(new RunKey(TEAM, "r1"), PruneScope.RUNS, Events.audit())
                        .rows())
                .containsEntry("annotations", 1L);
        assertThat(between(0, 60, 10)).containsExactly(ofTeam);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "Upper000", "a b c d e f", "\u00fcnter000"})
    void anIdThatBreaksTheRuleIsRefusedWithIt(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> annotation(TEAM, id, 0, Subject.TEAM))
                .withMessage("the id of an annotation must be as [a-z0-9]{8,32} but was \"" + id + "\"");
    }

    private List<TimeAnnotation> between(int fromSeconds, int untilSeconds, int limit) {
        return reader.annotations(
                new AnnotationQuery(TEAM, START.plusSeconds(fromSeconds), START.plusSeconds(untilSeconds), limit));
    }

    private List<String> audit() {
        return reader.audit(new AuditQuery(Optional.of(TEAM), Instant.EPOCH, 10)).stream()
                .map(AuditRow::id)
                .toList();
    }

    private static TimeAnnotation annotation(Team team, String id, int second, Subject subject) {
        return new TimeAnnotation(team, id, START.plusSeconds(second), "new driver", subject, "me", START);
    }
}
