package io.tidemark.producer.conversation;

import io.tidemark.producer.schedule.VirtualUserBackoff;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A conversation under way: which turn it is at and what was answered, kept only while it lives. Handed from thread to
 * thread through queues, never used by two at once.
 */
public final class ActiveConversation {
    /** Let go with the prompt of its last turn: nothing asks it after that. */
    private @Nullable Conversation conversation;

    private final long number;
    private final int turns;
    private final List<String> answers = new ArrayList<>();
    private Optional<String> name = Optional.empty();
    private VirtualUserBackoff backoff = VirtualUserBackoff.NONE;

    public ActiveConversation(Conversation conversation) {
        this(conversation, 0);
    }

    /** @param number among those of its lane and step, from 0 */
    ActiveConversation(Conversation conversation, long number) {
        this.conversation = conversation;
        this.number = number;
        this.turns = conversation.turns();
    }

    /**
     * Begins it, under the name of its first request; one of a single turn has no name.
     *
     * @param pause how long its place waited before
     */
    public void begin(String firstRequest, VirtualUserBackoff pause) {
        this.backoff = pause;
        if (turns > 1) {
            name = Optional.of(firstRequest);
        }
    }

    public Optional<String> name() {
        return name;
    }

    /** How long its place waited before it; none once a turn has been answered. */
    public VirtualUserBackoff backoff() {
        return backoff;
    }

    /** Among those of its lane and step, from 0. */
    long number() {
        return number;
    }

    /** The turn that is next to be asked, from 0. */
    int turn() {
        return answers.size();
    }

    /** What the turn asks; of the last turn, once. */
    public PlannedPrompt prompt() {
        PlannedPrompt prompt = conversation().prompt(List.copyOf(answers));
        if (!hasNextTurn()) {
            conversation = null;
        }
        return prompt;
    }

    private Conversation conversation() {
        return Objects.requireNonNull(conversation, "the last turn's prompt has been made");
    }

    /** Whether a turn follows the one that {@link #turn()} names. */
    public boolean hasNextTurn() {
        return turn() + 1 < turns;
    }

    /**
     * Takes the answer to the turn.
     *
     * @return nanoseconds from its end until the next turn is due
     */
    public long recordAnswer(String answer) {
        long thinkNanos = conversation().thinkTimeAfter(turn()).toNanos();
        answers.add(answer);
        backoff = VirtualUserBackoff.NONE;
        return thinkNanos;
    }
}
