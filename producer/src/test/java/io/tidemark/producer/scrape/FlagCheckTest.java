package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.FlagMismatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagCheckTest {
    private static final ReportedServerConfig VLLM = new ReportedServerConfig(
            Optional.of("0.14.1"),
            OptionalLong.of(16_384),
            List.of(Map.of(
                    "vllm:cache_config_info.cache_dtype", "auto",
                    "vllm:cache_config_info.gpu_memory_utilization", "0.9",
                    "vllm:cache_config_info.enable_prefix_caching", "True",
                    "vllm:cache_config_info.num_gpu_blocks_override", "None",
                    "vllm:cache_config_info.block_size", "16")));

    @ParameterizedTest
    @CsvSource({
        "gpu-memory-utilization, 0.90",
        "--block-size, 16",
        "max-model-len, 16384",
        "max-model-len, 16K",
        "max_model_len, auto",
        "gpu-memory-utilization, default",
        "version, 0.14.1",
        "kv-cache-dtype, auto",
        "enable-prefix-caching, true",
    })
    void flagsThatTheServerConfirmsAreBorneOut(String flag, String value) {
        FlagCheck checked = FlagCheck.check(Map.of(flag, value), VLLM);

        assertThat(checked.mismatches()).isEmpty();
        assertThat(checked.confirmed()).containsExactly(flag);
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-memory-utilization, 0.95, 0.9, vllm:cache_config_info.gpu_memory_utilization",
        "kv-cache-dtype, fp8, auto, vllm:cache_config_info.cache_dtype",
        "max-model-len, 16k, 16384, /v1/models",
        "version, 0.14.0, 0.14.1, /version",
        "no-enable-prefix-caching, true, True, vllm:cache_config_info.enable_prefix_caching",
    })
    void flagsThatTheServerContradictsSayWhereItDoes(String flag, String value, String told, String source) {
        FlagCheck checked = FlagCheck.check(Map.of(flag, value), VLLM);

        assertThat(checked.mismatches()).containsExactly(new FlagMismatch(flag, value, told, source));
        assertThat(checked.remarks().get(0))
                .isEqualTo(
                        "declared flag " + flag + " is " + value + " but the server says " + told + " (" + source + ")")
                .matches(FlagMismatch::isRemark);
    }

    @Test
    void flagsThatItDoesNotSayAreNamedAsSuch() {
        FlagCheck checked = FlagCheck.check(
                Map.of("max-num-seqs", "128", "num-gpu-blocks-override", "512", "block-size", "16"), VLLM);

        assertThat(checked.mismatches()).isEmpty();
        assertThat(checked.remarks())
                .containsExactly(
                        "of the declared flags the server confirms block-size; it does not report max-num-seqs,"
                                + " num-gpu-blocks-override");
    }

    @Test
    void oneReplicaOfSeveralThatDiffersIsAMismatch() {
        ReportedServerConfig replicas = new ReportedServerConfig(
                Optional.empty(),
                OptionalLong.empty(),
                List.of(
                        Map.of("vllm:cache_config_info.block_size", "16"),
                        Map.of("vllm:cache_config_info.block_size", "32")));

        assertThat(FlagCheck.check(Map.of("block-size", "16"), replicas).mismatches())
                .containsExactly(new FlagMismatch("block-size", "16", "32", "vllm:cache_config_info.block_size"));
    }

    @Test
    void fp8IsFp8E4m3() {
        ReportedServerConfig told = new ReportedServerConfig(
                Optional.empty(),
                OptionalLong.empty(),
                List.of(Map.of("vllm:cache_config_info.cache_dtype", "fp8_e4m3")));

        assertThat(FlagCheck.check(Map.of("kv-cache-dtype", "fp8"), told).mismatches())
                .isEmpty();
    }
}
