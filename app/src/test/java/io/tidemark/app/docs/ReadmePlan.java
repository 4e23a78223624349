package io.tidemark.app.docs;

import io.tidemark.fixtures.RepositoryFiles;

/** The plan that README.md shows. */
public final class ReadmePlan {
    private static final String FENCE = "```";

    private ReadmePlan() {}

    public static String text() {
        String page = RepositoryFiles.read("README.md");
        int from = page.indexOf("```yaml\nexperiment: ");
        int begin = page.indexOf('\n', from) + 1;
        return page.substring(begin, page.indexOf(FENCE, begin));
    }
}
