package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DispatcherMetersTest {
    private static final Team TEAM = new Team("perf");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DispatcherMeters meters = new DispatcherMeters(registry);

    @Test
    void sendsOfAReceiverAreCountedFromZero() {
        meters.watch("chat");
        assertThat(sends("chat", "delivered")).isZero();
        assertThat(sends("chat", "rejected")).isZero();
        meters.sent("chat", new SendResult.Delivered());
        assertThat(sends("chat", "delivered")).isEqualTo(1);
        assertThat(sends("chat", "rejected")).isZero();
    }

    @Test
    void errorsOfATeamAreCountedFromZero() {
        meters.watch(TEAM);
        assertThat(registry.get(AlertMeter.UNDECODABLE.id()).counter().count()).isZero();
        assertThat(registry.get(AlertMeter.RETRIES.id()).counter().count()).isZero();
    }

    @Test
    void aReceiverWithoutDeliveriesHasNone() {
        meters.watch("chat");
        meters.watch(TEAM);
        assertThat(outbox("chat", "pending")).isZero();
    }

    @Test
    void whatWasSentNoLongerWaits() {
        meters.outbox(TEAM, List.of(new DeliveryCount("chat", DeliveryState.PENDING, 3)));
        assertThat(outbox("chat", "pending")).isEqualTo(3);
        meters.outbox(TEAM, List.of(new DeliveryCount("chat", DeliveryState.SENT, 3)));
        assertThat(outbox("chat", "pending")).isZero();
        assertThat(outbox("chat", "sent")).isEqualTo(3);
    }

    private double sends(String receiver, String result) {
        return registry.get(AlertMeter.SENDS.id())
                .tags("receiver", receiver, "result", result)
                .counter()
                .count();
    }

    private double outbox(String receiver, String state) {
        return registry.get(AlertMeter.OUTBOX.id())
                .tags("team", TEAM.name(), "receiver", receiver, "state", state)
                .gauge()
                .value();
    }
}
