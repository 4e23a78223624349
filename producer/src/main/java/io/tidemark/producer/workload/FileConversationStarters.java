package io.tidemark.producer.workload;

import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.workload.WorkloadPlan.Conversations;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.ConversationSource.Starter;
import io.tidemark.producer.workload.ConversationSource.Starters;
import io.tidemark.producer.workload.files.FilePrompt;
import java.util.ArrayList;
import java.util.List;

/** Starters from a file: other ones in each step, or the same with other words before them. */
record FileConversationStarters(Conversations plan, List<FilePrompt> found, Sharing sharing, TokenLengths lengths)
        implements Starters {
    private static final int NONCE_WORDS = 4;

    FileConversationStarters {
        found = List.copyOf(found);
    }

    /** How steps come by theirs. */
    enum Sharing {
        /** The same in every step, on purpose. */
        REUSED,
        /** Each step has its own. */
        OWN,
        /** There are too few: the same, distinguished by words before them. */
        WITH_NONCE
    }

    @Override
    public List<Starter> of(StepRandomness draw) {
        int from = sharing == Sharing.OWN ? draw.step() * plan.starters() : 0;
        SyntheticText nonce = new SyntheticText(draw.shared().words(), lengths);
        List<Starter> starters = new ArrayList<>();
        for (FilePrompt prompt : found.subList(from, from + plan.starters())) {
            ChatMessage last = prompt.opening().get(prompt.opening().size() - 1);
            String text = sharing == Sharing.WITH_NONCE
                    ? nonce.ofTokens(NONCE_WORDS) + "\n\n" + last.content()
                    : last.content();
            starters.add(new Starter(text, lengths.count(text)));
        }
        return starters;
    }
}
