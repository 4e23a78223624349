package io.tidemark.sinks.store.read.tune;

import io.tidemark.events.TuneActivity;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A tune as it stands: servers that are started with different flags and measured one after the other.
 *
 * @param target URL of the servers
 * @param tuner host and process that runs it
 * @param mode "sweep" or "search"
 * @param description why it stopped or failed, or how it ended
 * @param planned server starts; 0 if the search decides
 * @param ended server starts that ended
 * @param infeasible of these, how many were infeasible
 * @param plan as JSON
 * @param schedule order of the starts and their settings, as JSON
 * @param identity what must be the same for a measurement to be resumed, by part
 * @param defaultPhase phase that leaves all swept flags out; empty if it is not measured
 * @param winner phase that was found to be the best; empty until one was
 * @param evidence how much better it is, and how sure, in words
 * @param at when this state was published
 */
public record TuneRow(
        Team team,
        String tune,
        String experiment,
        String target,
        String tuner,
        String mode,
        String objective,
        Instant started,
        TuneActivity activity,
        String description,
        int planned,
        int ended,
        int infeasible,
        Optional<Instant> expectedEnd,
        String plan,
        String schedule,
        Map<String, String> identity,
        String defaultPhase,
        String winner,
        String evidence,
        Instant at) {
    public TuneRow {
        identity = Map.copyOf(identity);
    }
}
