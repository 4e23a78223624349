package io.tidemark.producer.conversation;

import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.workers.WorkerShare;
import java.util.Arrays;

/**
 * Which target of the run a request goes to. It follows from the number of its conversation among those of the step and from its turn
 * alone, so that lanes that share a load send each request to the target that one lane would send it to.
 */
@FunctionalInterface
public interface TargetAssignment {
    /**
     * The target's place in the order of the plan, from 0.
     *
     * @param conversation number among those of this lane, from 0
     * @param turn in its conversation, from 0
     */
    int target(long conversation, int turn);

    /** All requests to one target. */
    static TargetAssignment only(int target) {
        return (conversation, turn) -> target;
    }

    /** As the run balances its load, for the conversations of one of its lanes. */
    static TargetAssignment of(RunSpec spec, WorkerShare share) {
        if (!spec.targets().areSeveral()) {
            return only(0);
        }
        int[] round = round(spec.targets().weights().values().stream()
                .mapToInt(Integer::intValue)
                .toArray());
        int perTurn = spec.balance() == Balance.CONVERSATION ? 0 : 1;
        return (conversation, turn) ->
                round[(int) ((share.index() + conversation * share.count() + (long) perTurn * turn) % round.length)];
    }

    /**
     * One round, in which each target comes as often as its weight, spread over the round: each place goes to the target that is furthest
     * behind its share (smooth weighted round robin, as nginx does it); of several, to the first.
     */
    private static int[] round(int[] weights) {
        int[] round = new int[Arrays.stream(weights).sum()];
        int[] behind = new int[weights.length];
        for (int place = 0; place < round.length; place++) {
            int next = 0;
            for (int target = 0; target < weights.length; target++) {
                behind[target] += weights[target];
                next = behind[target] > behind[next] ? target : next;
            }
            behind[next] -= round.length;
            round[place] = next;
        }
        return round;
    }
}
