package io.tidemark.analysis.search;

import java.util.Arrays;

/**
 * Requests and bad ones among them, block by block.
 */
record ShareBlocks(double[] n, double[] bad) {
    double requests() {
        return Arrays.stream(n).sum();
    }

    double badRequests() {
        return Arrays.stream(bad).sum();
    }

    int count() {
        return n.length;
    }

    /**
     * The design effect (Kish, "Survey Sampling", 1965): the variance of the share over that of as many independent requests, from the
     * scatter of the blocks around it by the ratio estimator (Cochran, "Sampling Techniques", 1977, 6.3). NaN for fewer than two blocks, and where
     * none or all are bad: that says nothing of it.
     */
    double designEffect() {
        double all = requests();
        double share = badRequests() / all;
        if (count() < 2 || !(share > 0 && share < 1)) {
            return Double.NaN;
        }
        double scatter = 0;
        for (int block = 0; block < n.length; block++) {
            double beyond = bad[block] - share * n[block];
            scatter += beyond * beyond;
        }
        double variance = scatter * count() / (count() - 1.0);
        return variance / (all * share * (1 - share));
    }
}
