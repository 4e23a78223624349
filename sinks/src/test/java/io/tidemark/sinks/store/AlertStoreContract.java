package io.tidemark.sinks.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of alerts keeps to. */
public abstract class AlertStoreContract {
    private static final Team TEAM = new Team("perf");
    private static final Team OTHER = new Team("other");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final SourcePartition BREACHES_0 = new SourcePartition(TEAM, "breaches", 0);

    private @Nullable AlertStore opened;

    /** An empty store. */
    protected abstract AlertStore open() throws Exception;

    /** The same store, opened once more. */
    protected abstract AlertStore again();

    @BeforeEach
    void openStore() throws Exception {
        opened = open();
    }

    @AfterEach
    void closeStore() {
        store().close();
    }

    @Test
    void aRoundIsStoredWholeAndReadBack() {
        Alert alert = alert("ttft", AlertState.FIRING, 1);
        Delivery delivery = Delivery.pending(alert.id(), AlertState.FIRING, "chat", START);
        commit(List.of(alert), List.of(delivery), move(Optional.empty(), 5));

        assertThat(store().active(TEAM)).containsExactly(alert);
        assertThat(store().pending(TEAM)).containsExactly(delivery);
        assertThat(store().undelivered(TEAM)).containsExactly(alert);
        assertThat(store().offsets(TEAM)).containsExactly(Map.entry(BREACHES_0, new SourceOffset("id", 5)));
        assertThat(store().facts(TEAM)).containsExactly(Map.entry("run/1", "{}"));
        assertThat(store().active(OTHER)).isEmpty();
        assertThat(store().offsets(OTHER)).isEmpty();
    }

    @Test
    void nothingOfARoundIsStoredIfItsOffsetsHaveMoved() {
        commit(List.of(), List.of(), move(Optional.empty(), 5));
        Alert alert = alert("ttft", AlertState.FIRING, 1);
        assertThatThrownBy(() -> commit(List.of(alert), List.of(), move(Optional.of(4L), 9)))
                .isInstanceOf(OffsetConflictException.class);
        assertThat(store().active(TEAM)).isEmpty();
    }

    @Test
    void anEarlierRevisionNeverReplacesALaterOne() {
        Alert second = alert("ttft", AlertState.RESOLVED, 2);
        commit(List.of(second), List.of());
        commit(List.of(alert("ttft", AlertState.FIRING, 1)), List.of());
        assertThat(store().newest(TEAM, 10)).containsExactly(second);
    }

    @Test
    void aDeliveryExistsOnceForEachAlertStatusAndReceiver() {
        Alert alert = alert("ttft", AlertState.FIRING, 1);
        Delivery first = Delivery.pending(alert.id(), AlertState.FIRING, "chat", START);
        commit(List.of(alert), List.of(first));
        Delivery sent = first.finishedAs(DeliveryState.SENT, START.plusSeconds(1), "");
        store().update(sent);
        commit(List.of(), List.of(first, Delivery.pending(alert.id(), AlertState.RESOLVED, "chat", START)));

        assertThat(store().deliveries(alert.id()))
                .containsExactlyInAnyOrder(sent, Delivery.pending(alert.id(), AlertState.RESOLVED, "chat", START));
        assertThat(store().deliveryCounts(TEAM))
                .containsExactly(
                        new DeliveryCount("chat", DeliveryState.PENDING, 1),
                        new DeliveryCount("chat", DeliveryState.SENT, 1));
    }

    @Test
    void aDeliveryThatIsFinishedStaysAsItIs() {
        Alert alert = alert("ttft", AlertState.FIRING, 1);
        Delivery pending = Delivery.pending(alert.id(), AlertState.FIRING, "chat", START);
        commit(List.of(alert), List.of(pending));
        store().update(pending.finishedAs(DeliveryState.SENT, START, ""));
        store().update(pending.retriedAt(START.plusSeconds(5), "HTTP 500"));
        assertThat(store().pending(TEAM)).isEmpty();
    }

    @Test
    void whatIsNotPublishedIsKnown() {
        Alert first = alert("ttft", AlertState.FIRING, 1);
        commit(List.of(first), List.of());
        assertThat(store().unpublished(TEAM)).containsExactly(first);
        store().published(List.of(first));
        assertThat(store().unpublished(TEAM)).isEmpty();
        Alert second = alert("ttft", AlertState.RESOLVED, 2);
        commit(List.of(second), List.of());
        store().published(List.of(first));
        assertThat(store().unpublished(TEAM)).containsExactly(second);
    }

    @Test
    void mutesOfATeamEndAndAreTakenAway() {
        Mute mute = new Mute(
                TEAM, "m1", ImmutableSortedMap.of("run", "x"), START, START.plusSeconds(60), "maintenance", "me");
        store().mute(mute, Events.audit());
        assertThat(store().mutes(TEAM, START.plusSeconds(59))).containsExactly(mute);
        assertThat(store().mutes(TEAM, START.plusSeconds(60))).isEmpty();
        assertThat(store().mutes(OTHER, START)).isEmpty();
        assertThat(store().unmute(OTHER, "m1", Events.audit())).isFalse();
        assertThat(store().unmute(TEAM, "m1", Events.audit())).isTrue();
        assertThat(store().mutes(TEAM, START)).isEmpty();
    }

    @Test
    void aMuteThatSaysTheSameAgainChangesNothing() {
        Mute mute = new Mute(
                TEAM, "m1", ImmutableSortedMap.of("alertname", "a"), START, START.plusSeconds(60), "upgrade", "me");
        Mute again = new Mute(TEAM, "m1", mute.labels(), START.plusSeconds(1), START.plusSeconds(60), "upgrade", "you");
        Mute longer = new Mute(TEAM, "m1", mute.labels(), START, START.plusSeconds(90), "upgrade", "me");

        assertThat(store().mute(mute, Events.audit())).isTrue();
        assertThat(store().mute(again, Events.audit())).isFalse();
        assertThat(store().mutes(TEAM, START)).containsExactly(mute);
        assertThat(store().mute(longer, Events.audit())).isTrue();
        assertThat(store().mutes(TEAM, START)).containsExactly(longer);
    }

    @Test
    void endedAlertsAreDeletedWithTheirDeliveriesAndActiveOnesStay() {
        Alert ended = alert("ttft", AlertState.RESOLVED, 2);
        Alert active = alert("tpot", AlertState.FIRING, 1);
        commit(
                List.of(ended, active),
                List.of(
                        Delivery.pending(ended.id(), AlertState.FIRING, "chat", START),
                        Delivery.pending(active.id(), AlertState.FIRING, "chat", START)));
        store().published(List.of(ended, active));
        assertThat(store().deleteEnded(TEAM, START)).isEmpty();
        assertThat(store().deleteEnded(TEAM, START.plusSeconds(1))).containsExactly(ended.id());
        assertThat(store().newest(TEAM, 10)).containsExactly(active);
        assertThat(store().pending(TEAM)).hasSize(1);
    }

    @Test
    void oneStoreObjectAtATimeDispatchesATeam() {
        assertThat(store().claim(Set.of(TEAM))).containsExactly(TEAM);
        AlertStore second = again();
        assertThat(second.claim(Set.of(TEAM, OTHER))).containsExactly(OTHER);
        assertThatThrownBy(() -> second.commit(new AlertCommit(
                        TEAM, List.of(alert("ttft", AlertState.FIRING, 1)), List.of(), ImmutableMap.of(), List.of())))
                .isInstanceOf(TeamClaimedException.class)
                .hasMessageContaining("dispatcher of the alerts of team perf");
        store().close();
        // A server notices the end of a session a moment later.
        Await.until(() -> second.claim(Set.of(TEAM)).contains(TEAM), () -> "the team is still claimed");
        second.close();
        opened = again();
    }

    private void commit(List<Alert> alerts, List<Delivery> deliveries, OffsetMove... moves) {
        store().commit(new AlertCommit(
                TEAM,
                alerts,
                deliveries,
                ImmutableMap.of("run/1", Optional.of("{}"), "run/2", Optional.empty()),
                List.of(moves)));
    }

    private AlertStore store() {
        return Objects.requireNonNull(opened);
    }

    private static OffsetMove move(Optional<Long> from, long to) {
        return new OffsetMove(
                BREACHES_0, from.map(offset -> new SourceOffset("id", offset)), new SourceOffset("id", to));
    }

    private static Alert alert(String objective, AlertState state, long revision) {
        return new Alert(
                TEAM,
                ImmutableSortedMap.of("alertname", "SloBreach", "severity", "page", "objective", objective),
                START,
                state == AlertState.RESOLVED ? Optional.of(START.plusSeconds(9)) : Optional.empty(),
                state,
                "",
                revision,
                START,
                ImmutableSortedMap.of("summary", "it is <slow>"),
                "");
    }
}
