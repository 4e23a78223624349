package io.tidemark.app.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTextTest {
    @Test
    void whatHoldsACommaAQuoteOrALineEndIsQuoted() {
        assertThat(CsvText.line(List.of("a", "b,c", "d\"e", "f\ng"))).isEqualTo("a,\"b,c\",\"d\"\"e\",\"f\ng\"\r\n");
    }

    @Test
    void aTextThatASpreadsheetWouldRunIsMarkedAsTextAndANumberIsNot() {
        assertThat(CsvText.line(List.of("=HYPERLINK(A1)", "@x", "+cmd", "-x", "-1.5", "+2e-3", "1e9", "")))
                .isEqualTo("'=HYPERLINK(A1),'@x,'+cmd,'-x,-1.5,+2e-3,1e9,\r\n");
    }
}
