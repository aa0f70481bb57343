"""Independent test oracles: pure Python, nothing imported from the project."""
