package io.tidemark.producer.run;

import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A conversation under way: which turn it is at and what was answered, kept only while it lives. Handed from thread to
 * thread through queues, never used by two at once.
 */
final class ConversationTrack {
    /** Let go with the prompt of its last turn: nothing asks it after that. */
    private @Nullable Conversation conversation;

    private final int turns;
    private final List<String> answers = new ArrayList<>();
    private Optional<String> name = Optional.empty();
    private PlacePause pause = PlacePause.NONE;

    ConversationTrack(Conversation conversation) {
        this.conversation = conversation;
        this.turns = conversation.turns();
    }

    /**
     * Begins it, under the name of its first request; one of a single turn has no name.
     *
     * @param pause how long its place waited before
     */
    void begin(String firstRequest, PlacePause pause) {
        this.pause = pause;
        if (turns > 1) {
            name = Optional.of(firstRequest);
        }
    }

    Optional<String> name() {
        return name;
    }

    /** How long its place waited before it; none once a turn has been answered. */
    PlacePause pause() {
        return pause;
    }

    /** The turn that is next to be asked, from 0. */
    int turn() {
        return answers.size();
    }

    /** What the turn asks; of the last turn, once. */
    Prompt prompt() {
        Prompt prompt = conversation().prompt(List.copyOf(answers));
        if (!goesOn()) {
            conversation = null;
        }
        return prompt;
    }

    private Conversation conversation() {
        return Objects.requireNonNull(conversation, "the last turn's prompt has been made");
    }

    /** Whether a turn follows the one that {@link #turn()} names. */
    boolean goesOn() {
        return turn() + 1 < turns;
    }

    /**
     * Takes the answer to the turn.
     *
     * @return nanoseconds from its end until the next turn is due
     */
    long answered(String answer) {
        long thinkNanos = conversation().thinkTimeAfter(turn()).toNanos();
        answers.add(answer);
        pause = PlacePause.NONE;
        return thinkNanos;
    }
}
