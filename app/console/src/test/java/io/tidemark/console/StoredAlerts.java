package io.tidemark.console;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Annotation;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One alert that fires, delivered to a pager and parked for a chat, and one that is over. */
public final class StoredAlerts {
    private final Team team;

    private StoredAlerts(Team team) {
        this.team = team;
    }

    public static void write(Path file, Team team, Instant fires) {
        new StoredAlerts(team).write(file, fires);
    }

    private void write(Path file, Instant fires) {
        Alert firing = alert("SloBreach", "page", fires, Optional.empty());
        Alert over = alert("SoakDrift", "ticket", fires.minusSeconds(9_400), Optional.of(fires.minusSeconds(6_400)));
        Delivery sent = Delivery.pending(firing.id(), AlertState.FIRING, "pager", fires.plusSeconds(1));
        Delivery parked = Delivery.pending(firing.id(), AlertState.FIRING, "chat", fires.plusSeconds(1));
        try (AlertStore store = StoreAddress.of(file).openAlerts()) {
            store.commit(
                    new AlertCommit(team, List.of(firing, over), List.of(sent, parked), ImmutableMap.of(), List.of()));
            store.update(sent.finishedAs(DeliveryState.SENT, fires.plusSeconds(2), ""));
            store.update(parked.finishedAs(
                    DeliveryState.PARKED, fires.plusSeconds(2), "HTTP 404: there is no such channel"));
        }
    }

    private Alert alert(String name, String severity, Instant from, Optional<Instant> until) {
        return new Alert(
                team,
                ImmutableSortedMap.of("alertname", name, "severity", severity, "experiment", "h200", "run", Events.RUN),
                from,
                until,
                until.isPresent() ? AlertState.RESOLVED : AlertState.FIRING,
                "",
                1,
                from,
                ImmutableSortedMap.of(
                        Annotation.SUMMARY,
                        "p95 of TTFT is 312 ms, its limit is 250 ms",
                        Annotation.CORRELATED_SIGNALS,
                        "queue length 0 -> 12.5 requests"),
                "");
    }
}
