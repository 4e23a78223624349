package io.tidemark.importers.vllm.bench;

import io.tidemark.producer.plan.load.RampUp;
import java.util.ArrayList;
import java.util.List;

/** Which requests of a ramp-up are the first at a whole rate: vLLM's {@code rps_change_events}. */
public final class RampUpRateChanges {
    private RampUpRateChanges() {}

    /**
     * A whole rate was reached.
     *
     * @param request the first request of it, from 0
     */
    public record Change(int perSecond, int request) {}

    /** Every whole rate from the first request's to the last's. */
    public static List<Change> of(RampUp rampUp, int requests) {
        int last = (int) rampUp.fromPerSecond();
        List<Change> changes = new ArrayList<>(List.of(new Change(last, 0)));
        for (int request = 0; request < requests; request++) {
            int rate = (int) rampUp.perSecond(request, requests);
            for (int reached = last + 1; reached <= rate; reached++) {
                changes.add(new Change(reached, request));
            }
            last = Math.max(last, rate);
        }
        return changes;
    }
}
