package io.tidemark.app.tune;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlReader;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A tune as the control topic has it.
 *
 * @param trials its starts, by number
 */
public record TuneHistory(TuneState tune, List<TrialState> trials) {
    public TuneHistory {
        trials = List.copyOf(trials);
    }

    /** The starts that are over, in their order, up to the first that is not: from there on it goes on. */
    public List<TrialState> ended() {
        return trials.stream().takeWhile(TuneHistory::isOver).toList();
    }

    private static boolean isOver(TrialState trial) {
        return trial.getStatus() == TrialStatus.MEASURED || trial.getStatus() == TrialStatus.INFEASIBLE;
    }

    /** A time later than all that was measured, also by a start that was not over: no id of a run comes again. */
    Instant resumesAt() {
        return Stream.concat(
                        Stream.of(tune.getStarted()),
                        trials.stream()
                                .flatMap(trial -> Stream.of(
                                        trial.getStarted(),
                                        Objects.requireNonNullElse(trial.getEnded(), trial.getStarted()))))
                .max(Comparator.naturalOrder())
                .orElseThrow()
                .plusSeconds(1);
    }

    /** @throws InvalidInputException listing what was different then, so that new results cannot stand beside its own */
    void requireSame(Map<String, String> identity) {
        List<String> differences = TuneIdentity.differences(tune.getIdentity(), identity);
        if (!differences.isEmpty()) {
            throw new InvalidInputException("--resume: tune " + tune.getTune()
                    + " was measured otherwise, so its results cannot stand beside new ones: "
                    + String.join("; ", differences));
        }
    }

    Instant began() {
        return tune.getStarted();
    }

    /**
     * Its state in another process.
     *
     * @throws InvalidInputException if the order is not the one that was drawn before
     */
    TuneState resumed(StartSource source, String tuner) {
        if (!tune.getSchedule().equals(source.schedule())) {
            throw new InvalidInputException("--resume: tune " + tune.getTune()
                    + " has another schedule; give the same --repeat and --budget as before");
        }
        return TuneState.newBuilder(tune).setTuner(tuner).build();
    }

    /**
     * Reads a tune that did not finish.
     *
     * @param id of the tune; empty for the newest of the experiment that did not finish
     * @throws InvalidInputException if there is none
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     */
    public static TuneHistory unfinished(ClusterConnection connection, Team team, String experiment, String id) {
        Map<String, TuneState> tunes = new HashMap<>();
        Map<String, TreeMap<Integer, TrialState>> trials = new HashMap<>();
        new ControlReader(connection, team, "tune").read(event -> take(event, tunes, trials));
        TuneState found = tunes.values().stream()
                .filter(tune -> id.isEmpty()
                        ? tune.getExperiment().equals(experiment) && tune.getActivity() != TuneActivity.FINISHED
                        : tune.getTune().equals(id))
                // Its id tells when it was made: a tune of simulated servers starts in virtual time.
                .max(Comparator.comparing(TuneState::getTune))
                .orElseThrow(() -> new InvalidInputException(
                        id.isEmpty()
                                ? "--resume: team " + team + " has no tune of experiment \"" + experiment
                                        + "\" that did not finish"
                                : "--resume: team " + team + " has no tune " + id));
        if (found.getActivity() == TuneActivity.FINISHED) {
            throw new InvalidInputException("--resume: tune " + id + " is finished: " + found.getDescription());
        }
        return new TuneHistory(
                found,
                List.copyOf(
                        trials.getOrDefault(found.getTune(), new TreeMap<>()).values()));
    }

    private static void take(
            ControlEvent event, Map<String, TuneState> tunes, Map<String, TreeMap<Integer, TrialState>> trials) {
        if (event.getState() instanceof TuneState tune) {
            tunes.put(tune.getTune(), tune);
        } else if (event.getState() instanceof TrialState trial) {
            trials.computeIfAbsent(trial.getTune(), key -> new TreeMap<>()).put(trial.getNumber(), trial);
        }
    }
}
