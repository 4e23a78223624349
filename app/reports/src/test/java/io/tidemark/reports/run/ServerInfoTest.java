package io.tidemark.reports.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerInfoTest {
    @Test
    void theKvCapacityIsBlocksTimesTokensPerBlock() {
        // 25,309 * 16
        assertThat(info("25309", "16").kvCapacity()).isEqualTo("404,944 tokens");
        // the largest numbers that are taken: 999,999,999 * 999,999,999
        assertThat(info("999999999", "999999999").kvCapacity()).isEqualTo("999,999,998,000,000,001 tokens");
    }

    @ParameterizedTest
    @CsvSource({"None, 16", "25309, None", "-1, 16", "1000000000, 16"})
    void whatIsNoNumberGivesNoKvCapacity(String blocks, String blockTokens) {
        assertThat(info(blocks, blockTokens).kvCapacity()).isEmpty();
    }

    @Test
    void labelsOfAnotherSeriesGiveNoKvCapacity() {
        assertThat(ServerInfo.NONE.kvCapacity()).isEmpty();
        ServerInfo other = new ServerInfo(Map.of("other_info.num_gpu_blocks", "25309", "other_info.block_size", "16"));
        assertThat(other.kvCapacity()).isEmpty();
    }

    private static ServerInfo info(String blocks, String blockTokens) {
        return new ServerInfo(Map.of(
                "vllm:cache_config_info.num_gpu_blocks", blocks, "vllm:cache_config_info.block_size", blockTokens));
    }
}
