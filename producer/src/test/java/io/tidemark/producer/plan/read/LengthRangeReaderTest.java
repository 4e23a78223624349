package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.producer.plan.workload.ContinuousLength;
import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.LengthPercentiles;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.workload.ZipfLength;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lengths as a plan writes them. */
final class LengthRangeReaderTest {
    private static String plan(String length) {
        return """
                experiment: lengths
                workload:
                  kind: synthetic
                  output_tokens: 10
                  prompt_tokens: %s
                steps: [{rate: 2, duration: 1m}]
                """.formatted(length);
    }

    private static LengthDistribution read(String length) {
        return ((Synthetic) PlanLoader.parse(plan(length), "plan.yaml", Path.of("."))
                        .workload())
                .promptTokens();
    }

    private static List<String> problems(String length) {
        InvalidYamlException refused = catchThrowableOfType(InvalidYamlException.class, () -> read(length));
        return refused.problems().stream().map(YamlProblem::toString).toList();
    }

    @Test
    void lengthsAreNumbersRangesNamedDistributionsOrPercentiles() {
        assertThat(read("128")).isEqualTo(LengthRange.of(128));
        assertThat(read("64-256")).isEqualTo(new LengthRange(64, 256));
        assertThat(read("{mean: 1024, range_ratio: 0.5}")).isEqualTo(new LengthRange(512, 1536));
        assertThat(read("{distribution: normal, mean: 1024, stdev: 200, max: 4096}"))
                .isEqualTo(ContinuousLength.of(new ContinuousLength.Normal(1024, 200), 1, 4096));
        assertThat(read("{distribution: lognormal, mean: 1024, stdev: 900, min: 16}"))
                .isEqualTo(ContinuousLength.of(
                        new ContinuousLength.Lognormal(1024, 900), 16, ContinuousLength.MAX_LENGTH));
        assertThat(read("{distribution: zipf, exponent: 1.1, min: 16, max: 4096}"))
                .isEqualTo(new ZipfLength(16, 4096, 1.1));
        assertThat(read("{p50: 978, p95: 1720, p99.9: 8000, max: 16384}"))
                .isEqualTo(ContinuousLength.of(
                        new LengthPercentiles(new TreeMap<>(Map.of(0.5, 978, 0.95, 1720, 0.999, 8000))), 1, 16_384));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {p50: 978}                                          | workload.prompt_tokens must have at least two percentiles, e.g. {p50: 978, p95: 1720}: one does not say how lengths vary
            {p50: 978, p95: 900}                                | workload.prompt_tokens must have percentiles that rise, but p50 is 978 and p95 is 900
            {p50: 978, p95: 1720, max: 1500}                    | workload.prompt_tokens must have at most a tenth of its lengths above max, which is 1500, but a tenth is above 1518.4
            {p50: 978, p95: 1720, mean: 3}                      | workload.prompt_tokens.mean is not a known key; known here: distribution, max, min, p50, p95
            {distribution: normal, mean: 100, stdev: 100}       | workload.prompt_tokens must have at most a tenth of its lengths below min, which is 1, but a tenth is below -28.2
            {distribution: normal, mean: 100}                   | workload.prompt_tokens.stdev is required
            {distribution: zipf, exponent: 1.1}                 | workload.prompt_tokens.max is required: the longest length, which is the rarest
            {distribution: zipf, exponent: 1.1, mean: 3, max: 9} | workload.prompt_tokens.mean must be left out with distribution: zipf
            {distribution: zipf, exponent: 1.1, min: 9, max: 9} | workload.prompt_tokens must have 1 <= min < max with at most 1000000 lengths between them but has min 9 and max 9
            {distribution: weibull, mean: 3, stdev: 1}          | workload.prompt_tokens.distribution must be one of normal, lognormal, zipf but was weibull
            {distribution: normal, mean: 9, stdev: 1, min: 8, max: 3} | workload.prompt_tokens must have 1 <= min <= max <= 1000000 but has min 8 and max 3
            """)
    void whatNoDistributionCanMeetIsRefused(String length, String problem) {
        assertThat(problems(length)).containsExactly("plan.yaml:5  " + problem);
    }
}
