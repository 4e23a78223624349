package io.tidemark.alerts.dispatch;

import java.util.List;
import java.util.Map;

/**
 * How a dispatcher stands.
 *
 * @param error why a round failed last, or does not end; empty while rounds work
 * @param teams whose alerts it dispatches
 * @param others teams whose alerts another process dispatches
 * @param receiverErrors why the last send failed, by receiver; only of those that failed
 * @param parked how many deliveries each receiver refused, by receiver; only where there are any
 */
public record DispatcherStatus(
        String error,
        List<String> teams,
        List<String> others,
        Map<String, String> receiverErrors,
        Map<String, Long> parked) {
    DispatcherStatus withError(String why) {
        return new DispatcherStatus(why, teams, others, receiverErrors, parked);
    }

    static DispatcherStatus starting() {
        return new DispatcherStatus("it starts", List.of(), List.of(), Map.of(), Map.of());
    }
}
