package io.tidemark.servers.flags;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HelpPageTest {
    /** The form of argparse, as vLLM and SGLang print it. */
    private static final HelpPage PAGE = HelpPage.parse("""
            usage: vllm serve [model_tag] [options]

            options:
              -h, --help            show this help message and exit
              --max-num-seqs MAX_NUM_SEQS
                                    Maximum number of sequences. See --max-num-batched-tokens, too. (default: 256)
              --max-num-batched-tokens N
              --enable-prefix-caching, --no-enable-prefix-caching
              --compilation-config, -cc COMPILATION_CONFIG
            """);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-num-seqs",
                "max_num_seqs",
                "enable-prefix-caching",
                "no-enable-prefix-caching",
                "compilation_config.cudagraph_mode",
                "cc"
            })
    void knowsItsFlagsInEverySpelling(String name) {
        assertThat(PAGE.knows(new FlagName(name))).isTrue();
    }

    @Test
    void unknownFlagIsToldWithTheOnesThatAreClose() {
        assertThat(PAGE.problems(
                        List.of(new FlagName("max-num-seq"), new FlagName("max-num-seqs")), "vllm serve --help"))
                .containsExactly(
                        "flag --max-num-seq is not among the 8 that vllm serve --help names; did you mean --max-num-seqs?");
    }

    @Test
    void flagThatIsAPartOfOthersIsToldWithThem() {
        HelpPage page = HelpPage.parse("--cb-max-batch-tokens N --cb-num-blocks N --port N --maximum N");

        assertThat(page.suggestion(new FlagName("max-batch"))).contains("did you mean --cb-max-batch-tokens?");
        assertThat(page.suggestion(new FlagName("cb-num-blocks-per-token"))).contains("did you mean --cb-num-blocks?");
        assertThat(page.suggestion(new FlagName("ab"))).isEmpty();
    }

    @Test
    void flagThatIsCloseToNoneGetsNoSuggestion() {
        assertThat(PAGE.suggestion(new FlagName("zzz"))).isEmpty();
    }

    @Test
    void textWithoutFlagsIsNoPage() {
        assertThat(HelpPage.parse("Usage: serve MODEL").isUsable()).isFalse();
        assertThat(PAGE.isUsable()).isTrue();
    }
}
