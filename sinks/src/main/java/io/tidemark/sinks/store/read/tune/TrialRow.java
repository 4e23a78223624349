package io.tidemark.sinks.store.read.tune;

import io.tidemark.events.TrialStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One server start of a tune, with what was measured on it.
 *
 * @param number of the start in its tune, from 1
 * @param block of the start, from 1; 0 if there are no blocks
 * @param purpose "sweep", "search" or "final"
 * @param failure kind of the server's failure; empty if it did not fail
 * @param lastLines of the server's log until it was ready or, if it failed, of its end
 * @param log file on the host of the tuner
 * @param command that started the server, secrets masked
 * @param facts what the server reported of itself, by name
 * @param runs ids of the runs that measured it
 * @param ended when the server had stopped
 * @param startupSeconds until it was ready
 * @param firstRequestSeconds duration of the first request
 * @param heldUpTo highest load that is known to be held within the SLO
 * @param failsFrom lowest load that is known not to be held
 */
public record TrialRow(
        String tune,
        int number,
        int block,
        String purpose,
        String experiment,
        String phase,
        Map<String, String> flags,
        TrialStatus status,
        String failure,
        String description,
        List<String> lastLines,
        String log,
        String command,
        Map<String, String> facts,
        List<String> runs,
        Instant started,
        Optional<Instant> ended,
        OptionalDouble startupSeconds,
        OptionalDouble firstRequestSeconds,
        OptionalDouble heldUpTo,
        OptionalDouble failsFrom) {
    public TrialRow {
        flags = Map.copyOf(flags);
        lastLines = List.copyOf(lastLines);
        facts = Map.copyOf(facts);
        runs = List.copyOf(runs);
    }

    /** The same with another value and facts, such as those of another workload. */
    public TrialRow withValue(OptionalDouble low, OptionalDouble high, Map<String, String> others) {
        return new TrialRow(
                tune,
                number,
                block,
                purpose,
                experiment,
                phase,
                flags,
                status,
                failure,
                description,
                lastLines,
                log,
                command,
                others,
                runs,
                started,
                ended,
                startupSeconds,
                firstRequestSeconds,
                low,
                high);
    }
}
