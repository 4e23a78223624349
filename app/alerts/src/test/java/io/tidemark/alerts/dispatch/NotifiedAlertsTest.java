package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NotifiedAlertsTest {
    private static final Duration RESOLVED_FOR = Duration.ofMinutes(15);

    private final NotifiedAlerts notified = new NotifiedAlerts();

    @Test
    void ofATeamTheThousandThatWereResolvedLastAreRemembered() {
        Alert first = alert("noisy", 0);
        Alert other = alert("perf", 0);
        notified.resolved(other, 0);
        notified.fires(alert("noisy", -1));
        notified.resolved(first, 0);
        for (int step = 1; step <= 1_000; step++) {
            notified.resolved(alert("noisy", step), 0);
        }

        assertThat(notified.again(0, RESOLVED_FOR))
                .hasSize(1_002)
                .contains(
                        other.id(),
                        alert("noisy", -1).id(),
                        alert("noisy", 1_000).id())
                .doesNotContain(first.id());
    }

    private static Alert alert(String team, int step) {
        return new Alert(
                new Team(team),
                ImmutableSortedMap.of("alertname", "SloBreach", "severity", "page", "step", Integer.toString(step)),
                Instant.EPOCH,
                Optional.empty(),
                AlertState.FIRING,
                "",
                1,
                Instant.EPOCH,
                ImmutableSortedMap.of(),
                "");
    }
}
