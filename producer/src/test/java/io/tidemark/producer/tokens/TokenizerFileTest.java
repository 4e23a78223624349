package io.tidemark.producer.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fixture knows letters and 20 words; by itself it would add a token, cut at 4 and fill up to 16. */
class TokenizerFileTest {
    private static final Path FILE = TestResources.path("tokenizers/byte-bpe.json");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"the, 1", "the of and to in is, 6", "the cat, 4", "zzz, 3", "'', 0"})
    void tokensAreThoseOfTheTextAlone(String text, int tokens) {
        try (TokenizerFile tokenizer = TokenizerFile.open(FILE)) {
            assertThat(tokenizer.count(text)).isEqualTo(tokens);
        }
    }

    @Test
    void loadingLeavesNothingBehind() throws IOException {
        TokenizerFile.open(FILE).close();

        try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(left.filter(it -> it.getFileName().toString().startsWith(NativeTokenizers.folderPrefix())))
                    .isEmpty();
        }
        assertThat(System.getProperties()).doesNotContainKeys("ai.djl.offline", "DJL_CACHE_DIR", "jna.tmpdir");
    }

    @Test
    void madeUpTextsHaveTheAskedNumberOfTokens() throws InterruptedException {
        TokenLengths lengths = new TokenizerResolver(Optional.empty()).resolve(new TokenizerPlan.TokenizerFile(FILE));
        String text = lengths.text(new SplittableRandom(1), 777);

        assertThat(lengths.count(text)).isEqualTo(777);
        assertThat(lengths.source()).contains("byte-bpe.json", "20 words, +0 in 500 checked");
    }

    @Test
    void aFileOfSomethingElseIsNamed() throws IOException {
        Path other = Files.writeString(folder.resolve("config.json"), "{\"hidden_size\": 64}");

        assertThatThrownBy(() -> TokenizerFile.open(other))
                .isInstanceOf(TokenizerException.class)
                .hasMessageStartingWith("workload.tokenizer.file " + other + " must be a tokenizer.json");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> TokenizerFile.open(folder.resolve("tokenizer.json")))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining(folder.resolve("tokenizer.json") + " is not there");
    }
}
