package io.tidemark.producer.tokens;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds out, with few questions to a tokenizer, of which words texts of a given length can be made: words that are one token
 * each. A text of such words has as many tokens as words, as byte-pair tokenizers split at blanks before they merge.
 */
final class SingleTokenWords {
    private static final int MAX_QUESTIONS = 200;
    private static final int MIN_WORDS = 16;

    private final TokenCounter counter;
    private int questions;

    SingleTokenWords(TokenCounter counter) {
        this.counter = counter;
    }

    /** @throws TokenizerException if so few words are one token that texts would repeat themselves */
    List<String> words(List<String> candidates) throws InterruptedException {
        List<String> found = single(candidates);
        if (found.size() < MIN_WORDS) {
            throw new TokenizerException(
                    "only " + found.size() + " of " + candidates.size()
                            + " common words are one token each, so prompts of a given length cannot be made with this tokenizer; leave it out: in a plan use `tokenizer: estimate`, with bench omit --tokenizer");
        }
        return found;
    }

    /** Halves what has more tokens than words until it is found or the questions are used up. */
    private List<String> single(List<String> words) throws InterruptedException {
        if (words.isEmpty() || questions >= MAX_QUESTIONS) {
            return List.of();
        }
        questions++;
        // Twice: the first word of a text has no blank before it, and may be one token only there.
        String twice = String.join(" ", words) + " " + String.join(" ", words);
        if (counter.count(twice) == 2 * words.size()) {
            return words;
        }
        if (words.size() == 1) {
            return List.of();
        }
        int half = words.size() / 2;
        List<String> found = new ArrayList<>(single(words.subList(0, half)));
        found.addAll(single(words.subList(half, words.size())));
        return found;
    }
}
