package io.tidemark.importers.vllm.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SpeculationStatsPageTest {
    @Test
    void countersAreSummedOverEngines() {
        String page = """
                # TYPE vllm:spec_decode_num_drafts counter
                vllm:spec_decode_num_drafts_total{engine="0",model_name="m"} 3.0
                vllm:spec_decode_num_drafts_total{engine="1",model_name="m"} 1e+03
                vllm:spec_decode_num_drafts_created{engine="0",model_name="m"} 1.7e+09
                vllm:spec_decode_num_draft_tokens_total{engine="0",model_name="m"} 15.0
                vllm:spec_decode_num_accepted_tokens_total{engine="0",model_name="m"} 7.0
                vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="m",position="0"} 4.0
                vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="1",model_name="m",position="0"} 2.0
                vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="m",position="1"} 1.0
                """;

        assertThat(SpeculationStatsPage.read(page))
                .hasValue(new SpeculationStats.Counters(1_003, 15, 7, Map.of(0, 6L, 1, 1L)));
    }

    @Test
    void aServerThatDoesNotSpeculateHasNone() {
        assertThat(SpeculationStatsPage.read("vllm:num_requests_running{engine=\"0\"} 1.0\n"))
                .isEmpty();
    }
}
