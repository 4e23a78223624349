package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The part of a page between {@code <!-- generated: name -->} and {@code <!-- end: name -->}. With
 * {@code -Dtidemark.docs.write=true} it is written, otherwise compared.
 *
 * @param page path in the repository
 */
public record GeneratedBlock(String page, String name) {
    public void mustBe(String expected) {
        String text = RepositoryFiles.read(page);
        String begin = "<!-- generated: " + name + " -->\n";
        String end = "\n<!-- end: " + name + " -->";
        assertThat(text).as(page).contains(begin, end);
        int from = text.indexOf(begin) + begin.length();
        int until = text.indexOf(end, from - 1);
        if (Boolean.getBoolean("tidemark.docs.write")) {
            RepositoryFiles.write(page, text.substring(0, from) + expected + text.substring(until));
            return;
        }
        assertThat(text.substring(from, Math.max(from, until)))
                .as(page + ", block " + name
                        + " (to rewrite it: mvn -pl app test -Dtest='*DocTest' -Dtidemark.docs.write=true)")
                .isEqualTo(expected);
    }
}
