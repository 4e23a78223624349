package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class GaussianProcessTest {
    @Test
    void aValueWithAsMuchNoiseAsThePriorGoesHalfTheWay() {
        GaussianProcess process = new GaussianProcess(new double[][] {{4}}, List.of(new Observation.Exact(2, 4)));

        GaussianProcess.Normal same = process.predict(new double[] {4}, 4);
        GaussianProcess.Normal unrelated = process.predict(new double[] {0}, 4);

        assertThat(same.mean()).isCloseTo(1, within(1e-9));
        assertThat(same.variance()).isCloseTo(2, within(1e-9));
        assertThat(unrelated.mean()).isCloseTo(0, within(1e-9));
        assertThat(unrelated.variance()).isCloseTo(4, within(1e-9));
        // -1/2 log(8) - 1/2 * 4/8
        assertThat(process.logEvidence()).isCloseTo(-0.5 * Math.log(8) - 0.25, within(1e-9));
    }

    @Test
    void aBoundCutsTheNormalDistributionThere() {
        // Half of a standard normal distribution: mean -sqrt(2 / pi), variance 1 - 2 / pi.
        GaussianProcess below =
                new GaussianProcess(new double[][] {{1}}, List.of(new Observation.OneSided(0, 1e-9, false)));
        GaussianProcess above =
                new GaussianProcess(new double[][] {{1}}, List.of(new Observation.OneSided(0, 1e-9, true)));

        GaussianProcess.Normal cut = below.predict(new double[] {1}, 1);
        assertThat(cut.mean()).isCloseTo(-Math.sqrt(2 / Math.PI), within(1e-3));
        assertThat(cut.variance()).isCloseTo(1 - 2 / Math.PI, within(1e-3));
        assertThat(above.predict(new double[] {1}, 1).mean()).isCloseTo(Math.sqrt(2 / Math.PI), within(1e-3));
        // The probability of being below the mean is one half.
        assertThat(below.logEvidence()).isCloseTo(Math.log(0.5), within(1e-3));
    }

    @Test
    void aBoundFarOffOnTheWrongSideMovesItThere() {
        GaussianProcess process =
                new GaussianProcess(new double[][] {{1}}, List.of(new Observation.OneSided(9, 0.01, true)));

        assertThat(process.predict(new double[] {1}, 1).mean()).isCloseTo(9, within(0.3));
        assertThat(process.logEvidence()).isLessThan(-35).isGreaterThan(-50);
    }

    @Test
    void aBoundTellsOfWhatIsRelated() {
        double[][] prior = {{1, 0.8}, {0.8, 1}};
        GaussianProcess process = new GaussianProcess(
                prior, List.of(new Observation.Exact(1, 0.01), new Observation.OneSided(0, 0.01, false)));

        // By the first alone it would be about 0.8.
        GaussianProcess.Normal second = process.predict(new double[] {0.8, 1}, 1);
        assertThat(second.mean()).isBetween(-0.3, 0.05);
        assertThat(second.below(0)).isGreaterThan(0.6);
        assertThat(second.deviation()).isLessThan(0.6);
    }
}
