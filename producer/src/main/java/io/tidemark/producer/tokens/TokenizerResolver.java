package io.tidemark.producer.tokens;

import io.tidemark.producer.plan.workload.TokenizerPlan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds out how long texts are, as the plan wants it: by the server's {@code /tokenize}, by a tokenizer file, or by an estimate.
 * Done once, before a run.
 */
public final class TokenizerResolver {
    /** Text as people write it, for the ratio of characters to tokens. */
    private static final String PROSE =
            "When a request arrives, the server first computes the whole prompt (prefill) and then produces one token at a"
                    + " time. How long the first part takes depends on the prompt's length: 4,000 tokens may need 300-400 ms on a"
                    + " large accelerator, while 50 tokens hardly show. Could you explain, step by step, why the second part is"
                    + " limited by memory bandwidth? Please keep the answer short, and give an example with numbers.";

    private static final int CHECKED_WORDS = 500;

    private final Optional<ServerTokenizer> server;

    /** @param server the target's tokenizer, if there is a target */
    public TokenizerResolver(Optional<ServerTokenizer> server) {
        this.server = server;
    }

    /** @throws TokenizerException if what the plan demands cannot be had */
    public TokenLengths resolve(TokenizerPlan plan) throws InterruptedException {
        if (plan instanceof TokenizerPlan.Estimate) {
            return TokenLengths.estimate();
        }
        if (plan instanceof TokenizerPlan.TokenizerFile named) {
            return ofFile(named);
        }
        if (plan instanceof TokenizerPlan.Server) {
            return demanded();
        }
        return auto();
    }

    private TokenLengths demanded() throws InterruptedException {
        ServerTokenizer asked = server.orElseThrow(() ->
                new TokenizerException("workload.tokenizer: server needs a target that counts tokens; give --target"));
        try {
            return ofServer(asked);
        } catch (TokenizerException e) {
            throw new TokenizerException(
                    "workload.tokenizer is server, but " + e.getMessage()
                            + "; use auto, estimate or {file: tokenizer.json}",
                    e);
        }
    }

    private TokenLengths auto() throws InterruptedException {
        if (server.isEmpty()) {
            return TokenLengths.estimate();
        }
        try {
            return ofServer(server.get());
        } catch (TokenizerException e) {
            TokenLengths estimate = TokenLengths.estimate();
            return new TokenLengths(
                    estimate.words(),
                    TokenLengths.Template.UNKNOWN,
                    estimate::count,
                    estimate.source() + " (" + e.getMessage() + ")");
        }
    }

    private static TokenLengths ofServer(ServerTokenizer server) throws InterruptedException {
        List<String> words = new SingleTokenWords(server).words(CommonWords.ALL);
        int error = error(server, words);
        double charactersPerToken = (double) PROSE.length() / server.count(PROSE);
        Optional<TokenLengths.Template> template = template(server, words.get(0));
        return new TokenLengths(
                words,
                template.orElse(TokenLengths.Template.UNKNOWN),
                text -> TokenLengths.ofCharacters(text, charactersPerToken),
                String.format(
                        Locale.ROOT,
                        "server %s (%d words, %+d in %d checked, %s; other text by %.1f characters per token)",
                        server.url().getPath(),
                        words.size(),
                        error,
                        CHECKED_WORDS,
                        template.map(known -> "chat template " + known.firstMessage())
                                .orElse("without the chat template"),
                        charactersPerToken));
    }

    private static TokenLengths ofFile(TokenizerPlan.TokenizerFile named) throws InterruptedException {
        TokenizerFile file = TokenizerFile.open(named.file());
        List<String> words = new SingleTokenWords(file).words(CommonWords.ALL);
        return new TokenLengths(
                words,
                TokenLengths.Template.UNKNOWN,
                file::count,
                String.format(
                        Locale.ROOT,
                        "file %s (%d words, %+d in %d checked; without the chat template)",
                        named.file().getFileName(),
                        words.size(),
                        error(file, words),
                        CHECKED_WORDS));
    }

    /** Tokens too many in a text of many words, in an order that the calibration did not ask. */
    private static int error(TokenCounter counter, List<String> words) throws InterruptedException {
        String text = String.join(
                " ",
                IntStream.range(0, CHECKED_WORDS)
                        .mapToObj(i -> words.get((i * 7 + i / words.size()) % words.size()))
                        .toList());
        return counter.count(text) - CHECKED_WORDS;
    }

    private static Optional<TokenLengths.Template> template(ServerTokenizer server, String word)
            throws InterruptedException {
        try {
            int one = server.countChat(List.of(word)) - 1;
            int three = server.countChat(List.of(word, word, word)) - 3;
            return Optional.of(new TokenLengths.Template(Math.max(0, one), Math.max(0, (three - one) / 2)));
        } catch (TokenizerException e) {
            // A base model has no chat template, and its chats cannot be sent either. llama.cpp counts no chats.
            return Optional.empty();
        }
    }
}
