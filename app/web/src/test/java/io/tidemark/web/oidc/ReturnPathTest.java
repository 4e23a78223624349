package io.tidemark.web.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/runs",
                "/runs?team=perf&experiment=a%20b",
                "/teams/perf/runs/01JD8Z6K3M5TQX9V2R7C0WHB4Q?metric=tpot&step=2&from=2026-11-26T10:00:00Z",
                "/logins",
                "/a//b",
                "/?next=https://x.example"
            })
    void pagesOfThisServerStayAsTheyAre(String path) {
        assertThat(ReturnPath.of(path).text()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "runs",
                "//evil.example",
                "///evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "https://evil.example",
                "https:evil.example",
                "javascript:alert(1)",
                "data:text/html,x",
                "@evil.example",
                ".evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                "/\r\nSet-Cookie: a=b",
                " //evil.example",
                "/a b",
                "/\u00e4",
                "/x#login-problem=denied"
            })
    void nothingLeadsElsewhere(String path) {
        assertThat(ReturnPath.of(path)).isEqualTo(ReturnPath.FIRST_PAGE);
    }

    @Test
    void whatIsNoPageIsNotReturnedTo() {
        assertThat(ReturnPath.of("/login")).isEqualTo(ReturnPath.FIRST_PAGE);
        assertThat(ReturnPath.of("/login/start?return=/login/start")).isEqualTo(ReturnPath.FIRST_PAGE);
        assertThat(ReturnPath.of("/api/v1/session")).isEqualTo(ReturnPath.FIRST_PAGE);
        assertThat(ReturnPath.of("/" + "a".repeat(2_048))).isEqualTo(ReturnPath.FIRST_PAGE);
    }
}
