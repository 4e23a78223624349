package io.tidemark.app.watch;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlReader;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the control topic of a team says of its watched plans and their runs: all that a watcher has to know after a restart. */
public record WatchHistoryReader(ClusterConnection connection, Team team) {
    /**
     * What was read.
     *
     * @param states by name of the plan; none of a plan that is watched no more
     * @param runs by id
     */
    public record Read(Map<String, WatchState> states, Map<String, PastRun> runs) {
        /** @param now when a plan was first watched of which nothing is known */
        public PlanHistory history(WatchedPlan plan, Instant now) {
            Optional<WatchState> last = Optional.ofNullable(states.get(plan.name()));
            return new PlanHistory(
                    last.map(WatchState::getSince).orElse(now),
                    runs.values().stream()
                            .filter(run -> run.watch().equals(plan.name()))
                            .toList(),
                    last.filter(state -> isConfirmed(state)
                                    && plan.baseline()
                                            .filter(state.getBaseline()::equals)
                                            .isPresent())
                            .map(WatchState::getSuspectRun));
        }

        /** By the newest state that judged a run: one that could not keeps the run that was confirmed. */
        private static boolean isConfirmed(WatchState state) {
            boolean isJudged = state.getVerdict() != WatchVerdict.UNKNOWN;
            return isJudged
                    ? state.getVerdict() == WatchVerdict.CONFIRMED
                    : !state.getSuspectRun().isEmpty();
        }
    }

    /**
     * Reads the topic up to its end.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     * @throws io.tidemark.schemas.serde.RegistryUnavailableException if the registry does not
     */
    public Read read() {
        Map<String, WatchState> states = new TreeMap<>();
        Map<String, PastRun> runs = new HashMap<>();
        new ControlReader(connection, team, "watch").read(event -> take(event, states, runs));
        return new Read(states, runs);
    }

    private static void take(ControlEvent event, Map<String, WatchState> states, Map<String, PastRun> runs) {
        if (event.getState() instanceof WatchState state) {
            if (state.getActivity() == WatchActivity.ENDED) {
                states.remove(state.getWatch());
            } else {
                states.put(state.getWatch(), state);
            }
        } else if (event.getState() instanceof RunState state) {
            PastRun.of(state).ifPresent(run -> runs.put(run.run(), run));
        }
    }
}
