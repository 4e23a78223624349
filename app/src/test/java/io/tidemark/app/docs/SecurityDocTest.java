package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SecurityDocTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");

    @Test
    void everyTestThatShowsAPromiseIsThere() {
        Set<String> tests = RepositoryFiles.under(".", "Test.java").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        List<String> named = TEST.matcher(RepositoryFiles.read("docs/operate/security.md"))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(named).hasSizeGreaterThan(10);
        assertThat(tests).containsAll(named);
    }
}
